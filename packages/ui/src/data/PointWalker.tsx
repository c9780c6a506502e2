import { type KeyboardEvent, type ReactNode, useState } from 'react';

export interface PointWalkerProps {
  /** Names it: "Points of latency". */
  label: string;
  count: number;
  /** What is said of a point. */
  textOf: (index: number) => string;
  /** Draws the chart with the point that the keyboard is at. */
  children: (index: number | undefined) => ReactNode;
}

/** Points that a Page key passes over. */
const LEAP = 10;

/** Walks the points of a chart by keyboard, as a slider over time: arrows, Page, Home and End; Escape lets go. */
export function PointWalker({ label, count, textOf, children }: PointWalkerProps) {
  const [index, setIndex] = useState<number>();
  const at = index === undefined ? undefined : Math.min(index, count - 1);
  const key = (event: KeyboardEvent) => {
    const to = moveAmong(event.key, at, count);
    if (to === undefined && (event.key !== 'Escape' || at === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    setIndex(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className="qd-point-walker"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at === undefined ? count : at + 1}
      aria-valuetext={textOf(at ?? count - 1)}
      onKeyDown={key}
      onBlur={() => setIndex(undefined)}
    >
      {children(at)}
    </div>
  );
}

function moveAmong(key: string, from: number | undefined, count: number): number | undefined {
  const clamp = (to: number) => Math.max(0, Math.min(to, count - 1));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp((from ?? count) - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(from === undefined ? count - 1 : from + 1);
    case 'PageDown':
      return clamp((from ?? count) - LEAP);
    case 'PageUp':
      return clamp((from ?? count - 1) + LEAP);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
