const COLOURS: Record<string, string> = {
  debug: '\u001b[2m',
  info: '\u001b[36m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
};
const RESET = '\u001b[0m';

/** Makes a line for people of a JSON log line: time of day, level, message, then the fields. */
export function prettyLine(json: string): string {
  const { time, level, msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const name = String(level);
  const rest = Object.entries(fields)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  const head = `${String(time).slice(11, 23)} ${COLOURS[name] ?? ''}${name.padEnd(5)}${RESET} ${String(msg ?? '')}`;
  return rest === '' ? `${head}\n` : `${head} ${rest}\n`;
}
