/** A line of a diff. `left` and `right` are line numbers from 1, where the side has the line. */
export interface DiffLine {
  kind: 'same' | 'add' | 'del';
  text: string;
  left?: number;
  right?: number;
}

/** Lines that stand together; `title` is what the unified text says after its `@@`. */
export interface DiffHunk {
  title: string;
  lines: DiffLine[];
}

/** Work that a diff may take before it gives up and shows the rest as replaced (steps of the search). */
const MAX_STEPS = 4000;

/**
 * The shortest way from one list of lines to another (E. W. Myers, "An O(ND) difference algorithm", 1986), after equal
 * ends are set aside. Texts that differ in more than 4000 places are shown as replaced as a whole.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++;
  }
  const left = before.slice(start, before.length - end);
  const right = after.slice(start, after.length - end);
  const kinds = [
    ...Array(start).fill('same'),
    ...searchPath(left, right),
    ...Array(end).fill('same'),
  ] as DiffLine['kind'][];
  return number(kinds, before, after);
}

function searchPath(left: readonly string[], right: readonly string[]): DiffLine['kind'][] {
  const n = left.length;
  const m = right.length;
  const replaced = (): DiffLine['kind'][] => [...Array(n).fill('del'), ...Array(m).fill('add')];
  if (n === 0 || m === 0) return replaced();
  const limit = Math.min(n + m, MAX_STEPS, Math.floor(Math.sqrt(MAX_STEPS * 500)) + 1);
  // How far each diagonal k has come, at `k + zero`; what was known before each step is kept for the way back.
  const zero = limit + 1;
  const reach = new Int32Array(2 * limit + 3).fill(-1);
  reach[zero + 1] = 0;
  const trace: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    trace.push(reach.slice(zero - d - 1, zero + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const below = reach[zero + k - 1] ?? -1;
      const above = reach[zero + k + 1] ?? -1;
      let x = goesDown(k, d, below, above) ? above : below + 1;
      while (x < n && x - k < m && left[x] === right[x - k]) x++;
      reach[zero + k] = x;
      if (x >= n && x - k >= m) return walkBack(trace, n, m);
    }
  }
  return replaced();
}

/** Whether the farthest way to a diagonal comes from the one above it: a line of the other side is added. */
function goesDown(k: number, d: number, below: number, above: number): boolean {
  return k === -d || (k !== d && below < above);
}

function walkBack(trace: readonly Int32Array[], n: number, m: number): DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = [];
  let x = n;
  let y = m;
  for (let d = trace.length - 1; d > 0; d--) {
    const k = x - y;
    const below = trace[d]?.[k + d] ?? -1;
    const above = trace[d]?.[k + d + 2] ?? -1;
    const down = goesDown(k, d, below, above);
    const fromX = down ? above : below;
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      if (x === fromX + (down ? 0 : 1) && y === fromY + (down ? 1 : 0)) break;
      kinds.push('same');
      x--;
      y--;
    }
    kinds.push(down ? 'add' : 'del');
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) {
    kinds.push('same');
    x--;
    y--;
  }
  return kinds.reverse();
}

function number(kinds: readonly DiffLine['kind'][], before: readonly string[], after: readonly string[]): DiffLine[] {
  let left = 0;
  let right = 0;
  return kinds.map((kind) => {
    if (kind === 'del') {
      left++;
      return { kind, text: before[left - 1] ?? '', left };
    }
    right++;
    if (kind === 'add') return { kind, text: after[right - 1] ?? '', right };
    left++;
    return { kind, text: after[right - 1] ?? '', left, right };
  });
}

/** The changes between two texts, with some equal lines around each. */
export function diffTexts(before: string, after: string, context = 3): DiffHunk[] {
  const lines = diffLines(splitLines(before), splitLines(after));
  const hunks: DiffHunk[] = [];
  let quiet = Number.POSITIVE_INFINITY;
  lines.forEach((line, i) => {
    quiet = line.kind === 'same' ? quiet + 1 : 0;
    const changesSoon = lines.slice(i, i + context + 1).some((one) => one.kind !== 'same');
    if (quiet > context && !changesSoon) return;
    const before = hunks.at(-1)?.lines.at(-1);
    const follows = i > 0 && before === lines[i - 1];
    if (!follows) hunks.push({ title: '', lines: [] });
    hunks.at(-1)?.lines.push(line);
  });
  return hunks;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/** Reads unified diff text; lines outside of hunks (file names, index) are left out. */
export function parseUnified(text: string): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let left = 0;
  let right = 0;
  let leftOver = 0;
  let rightOver = 0;
  for (const line of splitLines(text)) {
    const head = HUNK.exec(line);
    if (head) {
      left = Number(head[1]);
      right = Number(head[3]);
      leftOver = Number(head[2] ?? 1);
      rightOver = Number(head[4] ?? 1);
      hunks.push({ title: head[5] ?? '', lines: [] });
      continue;
    }
    const hunk = hunks.at(-1);
    if (!hunk || (leftOver <= 0 && rightOver <= 0)) continue;
    const body = line.slice(1);
    if (line.startsWith('+')) {
      hunk.lines.push({ kind: 'add', text: body, right: right++ });
      rightOver--;
    } else if (line.startsWith('-')) {
      hunk.lines.push({ kind: 'del', text: body, left: left++ });
      leftOver--;
    } else if (line.startsWith(' ') || line === '') {
      hunk.lines.push({ kind: 'same', text: body, left: left++, right: right++ });
      leftOver--;
      rightOver--;
    }
  }
  return hunks;
}

/** A row of the side-by-side view: what was, and what is. */
export interface DiffPair {
  left?: DiffLine;
  right?: DiffLine;
}

/** Puts removed lines beside the added ones that follow them. */
export function pairLines(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  let open = 0;
  for (const line of lines) {
    if (line.kind === 'same') {
      pairs.push({ left: line, right: line });
      open = pairs.length;
    } else if (line.kind === 'del') {
      // Removed lines after added ones begin a new change.
      if (pairs.slice(open).some((pair) => pair.right)) open = pairs.length;
      pairs.push({ left: line });
    } else {
      const free = pairs.findIndex((pair, i) => i >= open && !pair.right);
      if (free >= 0) pairs[free] = { ...pairs[free], right: line };
      else pairs.push({ right: line });
    }
  }
  return pairs;
}

/** A piece of a line; `isChanged` where the two sides differ. */
export interface DiffPiece {
  text: string;
  isChanged: boolean;
}

/** Where two versions of a line differ, by words; one changed piece each, when they have little in common. */
export function diffWords(before: string, after: string): { left: DiffPiece[]; right: DiffPiece[] } {
  const words = diffLines(before.match(/\w+|\s+|[^\w\s]/g) ?? [], after.match(/\w+|\s+|[^\w\s]/g) ?? []);
  const common = words.reduce((sum, one) => sum + (one.kind === 'same' ? one.text.trim().length : 0), 0);
  if (common * 3 < Math.min(before.trim().length, after.trim().length)) {
    return { left: [{ text: before, isChanged: false }], right: [{ text: after, isChanged: false }] };
  }
  return { left: pieces(words, 'del'), right: pieces(words, 'add') };
}

function pieces(words: readonly DiffLine[], kind: 'add' | 'del'): DiffPiece[] {
  const found: DiffPiece[] = [];
  for (const word of words) {
    if (word.kind !== 'same' && word.kind !== kind) continue;
    const isChanged = word.kind === kind;
    const last = found.at(-1);
    if (last && last.isChanged === isChanged) last.text += word.text;
    else found.push({ text: word.text, isChanged });
  }
  return found;
}

/** Lines without the empty one that a final line break leaves. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
}
