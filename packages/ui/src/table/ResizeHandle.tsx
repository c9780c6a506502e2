import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { clampWidth, MAX_COLUMN_PX, MIN_COLUMN_PX } from './columns.ts';

export interface ResizeHandleProps {
  handle: RefObject<HTMLDivElement | null>;
  header: string;
  /** Pixels, when it was set; otherwise the drawn width is read. */
  width: number | undefined;
  onWidth: (px: number) => void;
  /** Enter or Escape: the keyboard leaves the handle. */
  onLeave: () => void;
}

const STEP_PX = 16;

/**
 * The edge of a header. Dragged, it applies the width when the button is released (contract screens §1.5); with the
 * focus, which the column's menu gives it, Left and Right narrow and widen.
 */
export function ResizeHandle({ handle, header, width, onWidth, onLeave }: ResizeHandleProps) {
  const drag = useRef<{ from: number; width: number }>(undefined);
  const measured = () => width ?? handle.current?.parentElement?.clientWidth ?? MIN_COLUMN_PX;
  const shift = (px: number) => handle.current?.style.setProperty('translate', px === 0 ? '' : `${px}px 0`);
  const targetAt = (event: PointerEvent) => {
    const { from, width: before } = drag.current ?? { from: event.clientX, width: measured() };
    return { before, after: clampWidth(before + event.clientX - from) };
  };
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { from: event.clientX, width: measured() };
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const { before, after } = targetAt(event);
    shift(after - before);
  };
  const up = (event: PointerEvent) => {
    if (!drag.current) return;
    const { before, after } = targetAt(event);
    drag.current = undefined;
    shift(0);
    if (after !== before) onWidth(after);
  };
  const cancel = () => {
    drag.current = undefined;
    shift(0);
  };
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -STEP_PX : event.key === 'ArrowRight' ? STEP_PX : 0;
    if (step) onWidth(clampWidth(measured() + step));
    else if (event.key === 'Enter' || event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no <hr>
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={width ?? MIN_COLUMN_PX}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuetext={width === undefined ? 'automatic' : `${width} pixels`}
      tabIndex={-1}
      className="qd-th-resize"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onKeyDown={key}
    />
  );
}
