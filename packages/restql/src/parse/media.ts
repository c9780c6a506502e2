import { RestError } from '../errors.ts';

/** How an answer is written. `object` is one row, `value` the bare result of a function, `any` the relation's default. */
export type MediaFormat = 'any' | 'array' | 'object' | 'csv' | 'openapi' | 'binary' | 'text';

/** A media type that a caller accepts and the dialect can write. */
export interface Media {
  format: MediaFormat;
  /** Members that are null are left out. */
  stripNulls: boolean;
  /** For the answer's header. */
  contentType: string;
}

const UTF8 = '; charset=utf-8';
const JSON_TYPE = 'application/json';

function media(format: MediaFormat, type: string, stripNulls = false): Media {
  return { format, stripNulls, contentType: `${type}${UTF8}` };
}

const array = media('array', JSON_TYPE);
const strippedArray = media('array', 'application/vnd.pgrst.array+json;nulls=stripped', true);
const object = media('object', 'application/vnd.pgrst.object+json');
const strippedObject = media('object', 'application/vnd.pgrst.object+json;nulls=stripped', true);

/** By type; the second is for `;nulls=stripped`. */
const known: Readonly<Record<string, readonly [Media, Media?]>> = {
  '*/*': [media('any', JSON_TYPE)],
  'application/*': [media('any', JSON_TYPE)],
  [JSON_TYPE]: [array],
  'application/vnd.pgrst.array+json': [array, strippedArray],
  'application/vnd.pgrst.array': [array, strippedArray],
  'application/vnd.pgrst.object+json': [object, strippedObject],
  'application/vnd.pgrst.object': [object, strippedObject],
  'application/openapi+json': [media('openapi', 'application/openapi+json')],
  'text/csv': [media('csv', 'text/csv')],
  'text/plain': [media('text', 'text/plain')],
  'application/octet-stream': [{ format: 'binary', stripNulls: false, contentType: 'application/octet-stream' }],
};

interface Wish {
  type: string;
  parameters: readonly string[];
  quality: number;
}

function readWish(text: string): Wish {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = rest.find((part) => part.startsWith('q='));
  const number = quality === undefined ? 1 : Number(quality.slice(2));
  return {
    type,
    parameters: rest.filter((part) => part !== quality),
    quality: number >= 0 && number <= 1 ? number : 0,
  };
}

/** A wish for anything comes after those of equal quality that name something. */
function specificity({ type }: Wish): number {
  return type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2;
}

/**
 * Chooses how to answer from header `Accept` (RFC 9110 §12.5.1), best first, among the formats that the target has.
 * No header, or an empty one, accepts anything. Refuses with PGRST107 when nothing fits; a plan of the query
 * (`application/vnd.pgrst.plan`) is never given.
 */
export function negotiate(header: string | undefined, available: readonly MediaFormat[]): Media {
  const text = header?.trim() ? header : '*/*';
  const wishes = text
    .split(',', 100)
    .map(readWish)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || specificity(b) - specificity(a));
  for (const { type, parameters } of wishes) {
    const [plain, stripped] = Object.hasOwn(known, type) ? (known[type] ?? []) : [];
    const chosen = parameters.includes('nulls=stripped') ? (stripped ?? plain) : plain;
    if (chosen && (chosen.format === 'any' || available.includes(chosen.format))) return chosen;
  }
  throw new RestError('PGRST107', { details: `asked for ${text.slice(0, 200)}` });
}
