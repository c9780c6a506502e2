import './code.css';
import { formatCount } from '@quarterdeck/kit';
import { Columns2, Rows2 } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { cx } from '../format/cx.ts';
import {
  type DiffHunk,
  type DiffLine,
  type DiffPair,
  type DiffPiece,
  diffTexts,
  diffWords,
  pairLines,
  parseUnified,
} from './line-diff.ts';

export interface DiffProps {
  /** The accessible name: "Change of ledger". */
  label: string;
  /** A unified diff … */
  unified?: string;
  /** … or two texts. */
  before?: string;
  after?: string;
  /** How it opens (default unified); a person may switch. */
  view?: 'unified' | 'split';
  /** Pixels before it scrolls. */
  maxHeight?: number;
}

/** Rows drawn before "show all". */
const FIRST_ROWS = 500;

/** What was taken and what was added, by line and within lines, in one column or two. Nothing when there is no change. */
export function Diff({ label, unified, before = '', after = '', view = 'unified', maxHeight }: DiffProps) {
  const [isSplit, setSplit] = useState(view === 'split');
  const [shown, setShown] = useState(FIRST_ROWS);
  const hunks = useMemo(
    () => (unified === undefined ? diffTexts(before, after) : parseUnified(unified)),
    [unified, before, after],
  );
  const { cut, left } = useMemo(() => limitHunks(hunks, shown), [hunks, shown]);
  if (hunks.length === 0) return null;
  const all = hunks.flatMap((hunk) => hunk.lines);
  const added = all.filter((line) => line.kind === 'add').length;
  const removed = all.filter((line) => line.kind === 'del').length;
  return (
    <div className={cx('qd-diff', isSplit && 'qd-diff-split')}>
      <div className="qd-diff-head">
        <span>
          {formatCount(added)} added, {formatCount(removed)} removed
        </span>
        <span className="qd-grow" />
        <IconButton
          label={isSplit ? 'One column' : 'Side by side'}
          icon={isSplit ? <Rows2 size={14} aria-hidden="true" /> : <Columns2 size={14} aria-hidden="true" />}
          onClick={() => setSplit(!isSplit)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="qd-diff-scroll" tabIndex={0} aria-label={label} style={maxHeight ? { maxHeight } : undefined}>
        <table>
          <tbody>
            {cut.map((hunk, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a hunk is its place
              <Fragment key={i}>
                <HunkHead hunk={hunk} isFirst={i === 0} isSplit={isSplit} />
                {isSplit ? <SplitRows lines={hunk.lines} /> : <UnifiedRows lines={hunk.lines} />}
              </Fragment>
            ))}
          </tbody>
        </table>
        {left > 0 && (
          <button type="button" className="qd-text-btn" onClick={() => setShown(Number.POSITIVE_INFINITY)}>
            Show {formatCount(left)} more lines
          </button>
        )}
      </section>
    </div>
  );
}

function HunkHead({ hunk, isFirst, isSplit }: { hunk: DiffHunk; isFirst: boolean; isSplit: boolean }) {
  const line = hunk.lines[0]?.right ?? hunk.lines[0]?.left ?? 1;
  if (isFirst && line === 1 && !hunk.title) return null;
  return (
    <tr className="qd-diff-hunk">
      <td colSpan={isSplit ? 6 : 4}>
        Line {line}
        {hunk.title && ` · ${hunk.title}`}
      </td>
    </tr>
  );
}

function UnifiedRows({ lines }: { lines: readonly DiffLine[] }) {
  const words = useMemo(() => {
    const found = new Map<DiffLine, DiffPiece[]>();
    for (const { left, right } of pairLines(lines)) {
      if (left?.kind !== 'del' || right?.kind !== 'add') continue;
      const both = diffWords(left.text, right.text);
      found.set(left, both.left).set(right, both.right);
    }
    return found;
  }, [lines]);
  return lines.map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <tr key={i} className={toneOf(line)}>
      <td className="qd-diff-num">{line.left}</td>
      <td className="qd-diff-num">{line.right}</td>
      <Sign line={line} />
      <td className="qd-diff-text">
        <Pieces pieces={words.get(line)} text={line.text} />
      </td>
    </tr>
  ));
}

function SplitRows({ lines }: { lines: readonly DiffLine[] }) {
  const pairs = useMemo(() => pairLines(lines), [lines]);
  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
  return pairs.map((pair, i) => <SplitRow key={i} pair={pair} />);
}

function SplitRow({ pair: { left, right } }: { pair: DiffPair }) {
  const words = left?.kind === 'del' && right?.kind === 'add' ? diffWords(left.text, right.text) : undefined;
  return (
    <tr>
      <SideCells line={left} number={left?.left} pieces={words?.left} />
      <SideCells line={right} number={right?.right} pieces={words?.right} />
    </tr>
  );
}

interface SideCellsProps {
  line: DiffLine | undefined;
  number: number | undefined;
  pieces: DiffPiece[] | undefined;
}

function SideCells({ line, number, pieces }: SideCellsProps) {
  const tone = line ? toneOf(line) : 'qd-diff-void';
  return (
    <>
      <td className={cx('qd-diff-num', tone)}>{number}</td>
      <Sign line={line} tone={tone} />
      <td className={cx('qd-diff-text', tone)}>{line && <Pieces pieces={pieces} text={line.text} />}</td>
    </>
  );
}

/** The sign, with a word for those who cannot see colour or sign. */
function Sign({ line, tone }: { line: DiffLine | undefined; tone?: string | undefined }) {
  const isChange = line !== undefined && line.kind !== 'same';
  return (
    <td className={cx('qd-diff-sign', tone)}>
      {isChange && (
        <>
          <span aria-hidden="true">{line.kind === 'add' ? '+' : '−'}</span>
          <span className="qd-sr">{line.kind === 'add' ? 'added' : 'removed'}</span>
        </>
      )}
    </td>
  );
}

function Pieces({ pieces, text }: { pieces: readonly DiffPiece[] | undefined; text: string }) {
  if (!pieces) return text;
  return pieces.map((piece, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    piece.isChanged ? <mark key={i}>{piece.text}</mark> : <Fragment key={i}>{piece.text}</Fragment>,
  );
}

function toneOf(line: DiffLine): string | undefined {
  return line.kind === 'add' ? 'qd-diff-add' : line.kind === 'del' ? 'qd-diff-del' : undefined;
}

function limitHunks(hunks: readonly DiffHunk[], most: number): { cut: DiffHunk[]; left: number } {
  const cut: DiffHunk[] = [];
  let room = most;
  let left = 0;
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, Math.max(0, room));
    room -= lines.length;
    left += hunk.lines.length - lines.length;
    if (lines.length > 0) cut.push({ ...hunk, lines });
  }
  return { cut, left };
}
