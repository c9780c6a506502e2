import type { CheckBase } from '@quarterdeck/contract';
import { type ZodType, z } from 'zod';
import type { CheckType } from '../../engine/types.ts';
import { checkBaseShape } from '../fields.ts';
import { shapeOf } from './fields.ts';
import { type UnavailableType, unavailableTypes } from './table.ts';

const REMOVED = 'this check type has been removed, use kubernetesResource or exec checks instead';

function textOf(entry: UnavailableType): string {
  if (entry.absence === 'removed') return REMOVED;
  return `no runner for ${entry.key}${entry.absence === 'planned' ? ' yet' : ''}`;
}

/** A type that parses its documents and answers every run with an invalid result that says why it cannot run. */
function unavailable(entry: UnavailableType): CheckType {
  const schema: ZodType<CheckBase> = z.object({ ...shapeOf(entry.fields), ...checkBaseShape });
  return {
    type: entry.type ?? entry.key,
    key: entry.key,
    ...(entry.aliases ? { aliases: entry.aliases } : {}),
    title: entry.title,
    description: `${entry.title}: documents are read and stored, nothing runs`,
    icon: entry.icon,
    schema,
    templating: false,
    endpoint: (spec) => spec.name || spec.description || '',
    run: async () => ({ pass: false, invalid: true, errors: [textOf(entry)] }),
  };
}

/** The types of contract checks §1.3 that have no runner. */
export const typesWithoutRunner: CheckType[] = unavailableTypes.map(unavailable);
