/** A Markdown table. Bars and line ends within cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

/** A page: its title, where it comes from, and its lines. */
export function page(title: string, source: string, lines: readonly string[]): string {
  const note = `Generated from ${source} by \`node scripts/reference/main.ts\`; do not edit.`;
  return `${[`# ${title}`, '', note, '', ...lines].join('\n').trimEnd()}\n`;
}

/** Text in code style; nothing for the empty text. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
