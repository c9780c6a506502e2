/** A member of a type, a schema or a shape, as it stands in a source. */
export interface SourceMember {
  name: string;
  /** The text after the colon, on one line. */
  value: string;
  /** Its doc comment; empty when it has none. */
  comment: string;
}

const COMMENT = String.raw`(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?`;

/** The text of a doc comment without its stars and line ends. */
function commentText(raw: string): string {
  return raw
    .replace(/^\s*\*\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The members of one top-level block (`interface X {`, `const x = z.object({`, `const x = {`) with their doc comments.
 * Relies on the formatter: members are indented by two, the block ends with a brace in the first column.
 */
export function membersOf(source: string, opening: RegExp): SourceMember[] {
  const start = opening.exec(source);
  if (start === null) return [];
  const rest = source.slice(start.index + start[0].length);
  const body = rest.slice(0, rest.search(/^\}/m));
  const member = new RegExp(
    String.raw`^  ${COMMENT}(?:'([^']+)'|(\w+))\??:\s*([\s\S]*?[,;])$(?=\n  \S|\n*$(?![\s\S]))`,
    'gm',
  );
  return [...body.matchAll(member)].map(([, comment = '', quoted, plain, value = '']) => ({
    name: quoted ?? plain ?? '',
    value: value.replace(/\s+/g, ' ').replace(/[,;]$/, ''),
    comment: commentText(comment),
  }));
}

/** The doc comment that stands right before `declaration` in a source. */
export function commentBefore(source: string, declaration: string): string {
  const end = source.indexOf(declaration);
  const found = end < 0 ? null : /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, end));
  return commentText(found?.[1] ?? '');
}
