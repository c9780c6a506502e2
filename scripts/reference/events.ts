import { commentBefore, membersOf, type SourceMember } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

/** The live events as `packages/contract/src/live.ts` declares them. */
export function liveEvents(source: string): SourceMember[] {
  return membersOf(source, /^export interface LiveEvents \{\n/m);
}

/** The page of the live events, read from the source of their types. */
export function eventsPage(source: string): string {
  const payload = ({ value }: SourceMember) => code(value === 'Record<string, never>' ? '{}' : value);
  const rows = liveEvents(source).map((event) => [code(event.name), payload(event), event.comment]);
  return page('Live events', '`packages/contract/src/live.ts`', [
    commentBefore(source, 'export interface LiveEvents'),
    '',
    ...table(['event', 'data (JSON)', 'meaning'], rows),
    '',
    `\`CheckPatch\`: ${commentBefore(source, 'export type CheckPatch')}`,
    '',
    `\`DocumentError\`: ${commentBefore(source, 'export interface DocumentError')} Its members:`,
    '',
    ...table(
      ['member', 'type', 'meaning'],
      membersOf(source, /^export interface DocumentError \{\n/m).map(({ name, value, comment }) => [
        code(name),
        code(value),
        comment,
      ]),
    ),
  ]);
}
