const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** Reads a boolean with the words of Go's strconv.ParseBool; null when the text is none of them (contract checks §1.7). */
export function parseBool(text: string): boolean | null {
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : null;
}
