/** A line of a properties file that cannot be used. */
export interface BadLine {
  /** 1-based. */
  line: number;
  problem: string;
}

const MAX_NAME = 200;

/**
 * Reads `name=value` lines. Blank lines and those that begin with `#` or `!` are left out; blanks around names and values
 * are dropped; the last line of a name counts. A bad line never stops the good ones.
 */
export function parsePropertiesFile(text: string): { values: Map<string, string>; bad: BadLine[] } {
  const values = new Map<string, string>();
  const bad: BadLine[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (at === -1) bad.push({ line: index + 1, problem: 'expected name=value' });
    else if (name === '' || name.length > MAX_NAME || /\s/.test(name)) {
      bad.push({ line: index + 1, problem: 'expected a name without blanks before =' });
    } else values.set(name, line.slice(at + 1).trim());
  }
  return { values, bad };
}
