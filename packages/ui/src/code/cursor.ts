/** Where a cursor stands in a document: what may be written there. */
export interface CursorPlace {
  /** The keys and list positions around it; a position in a list is always 0, since all items have one schema. */
  path: (string | number)[];
  /** A key is begun, or the value of the last key of the path. */
  part: 'key' | 'value';
  /** Where the begun word starts. */
  from: number;
  /** Keys that stand beside it already. */
  siblings: string[];
}

/** The place of a cursor in YAML, by indentation alone, so that it also works while the text does not parse. */
export function placeInYaml(text: string, at: number): CursorPlace {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(start, at);
  const lead = /^(\s*(?:-\s+)*)/.exec(line)?.[1] ?? '';
  const pair = /^(\s*(?:-\s+)*)([^\s:#][^:#]*):\s+(\S*.*)$/.exec(line);
  const rest = line.slice(lead.length);
  const before = text.slice(0, Math.max(0, start - 1)).split('\n');
  const above = start === 0 ? [] : before;
  const path = pathAbove(above, lead);
  if (pair?.[2] !== undefined) {
    return { path: [...path, unquote(pair[2])], part: 'value', from: at - (pair[3] ?? '').length, siblings: [] };
  }
  const after = text.slice(at).split('\n').slice(1);
  const siblings = siblingsOf(above, after, lead.length, lead.includes('-'));
  // A list item that is a plain word may be a value as well; the caller knows by the schema.
  return { path, part: 'key', from: at - rest.length, siblings };
}

function pathAbove(lines: readonly string[], lead: string): (string | number)[] {
  const path: (string | number)[] = [];
  let width = lead.length;
  // "- " opens a list item: the keys of the item stand at the width after it, its list at the dash.
  for (let dash = lead.lastIndexOf('-'); dash >= 0; dash = lead.lastIndexOf('-', dash - 1)) {
    path.unshift(0);
    width = dash;
    if (dash === 0) break;
  }
  let allowEqual = lead.includes('-');
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? '';
    const match = /^(\s*)((?:-\s+)*)([^\s:#-][^:#]*):(?:\s|$)/.exec(line);
    if (!match) continue;
    const [, space = '', dashes = '', key = ''] = match;
    const column = space.length + dashes.length;
    const isItemOfList = dashes !== '';
    if (column < width || (column === width && allowEqual && !isItemOfList)) {
      path.unshift(unquote(key));
      width = column;
      allowEqual = false;
    }
    if (isItemOfList && space.length < width) {
      path.unshift(0);
      width = space.length;
      allowEqual = true;
    }
    if (width === 0 && !allowEqual) break;
  }
  return path;
}

function siblingsOf(above: readonly string[], below: readonly string[], width: number, opensItem: boolean): string[] {
  const found: string[] = [];
  const scan = (lines: readonly string[], up: boolean) => {
    for (const line of lines) {
      if (line.trim() === '' || /^\s*#/.test(line)) continue;
      const match = /^(\s*(?:-\s+)*)([^\s:#-][^:#]*):(?:\s|$)/.exec(line);
      const column = match?.[1]?.length ?? line.search(/\S/);
      if (column < width) return;
      if (column > width) continue;
      const startsItem = match?.[1]?.includes('-') ?? false;
      if (startsItem && !up) return;
      if (match?.[2]) found.push(unquote(match[2]));
      if (startsItem) return;
    }
  };
  if (!opensItem) scan([...above].reverse(), true);
  scan(below, false);
  return found;
}

/** The place of a cursor in JSON, by its brackets up to there. */
export function placeInJson(text: string, at: number): CursorPlace {
  const stack: { kind: 'map' | 'list'; key: string | undefined; keys: string[] }[] = [];
  let expectsValue = false;
  let from = at;
  for (let i = 0; i < at; i++) {
    const char = text.charAt(i);
    const top = stack.at(-1);
    if (char === '"') {
      const end = endOfText(text, i);
      if (end >= at) {
        from = i;
        break;
      }
      if (top?.kind === 'map' && !expectsValue) {
        top.key = unquote(text.slice(i, end + 1));
        top.keys.push(top.key);
      }
      i = end;
    } else if (char === '{' || char === '[') {
      stack.push({ kind: char === '{' ? 'map' : 'list', key: undefined, keys: [] });
      expectsValue = char === '[';
    } else if (char === '}' || char === ']') {
      stack.pop();
      expectsValue = stack.at(-1)?.kind === 'list';
    } else if (char === ':') {
      expectsValue = true;
    } else if (char === ',') {
      expectsValue = top?.kind === 'list';
      if (top) top.key = undefined;
    }
  }
  if (from === at) from = at - (/[\w.-]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  const last = stack.at(-1);
  const path = stack.flatMap((level, i): (string | number)[] => {
    if (level.kind === 'list') return [0];
    const isOpen = i === stack.length - 1;
    return level.key !== undefined && (!isOpen || expectsValue) ? [level.key] : [];
  });
  return { path, part: expectsValue ? 'value' : 'key', from, siblings: last?.keys ?? [] };
}

function endOfText(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (char === '"' || char === '\n') return i;
  }
  return text.length;
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/s, '$2');
}
