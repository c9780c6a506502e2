import { X } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../controls/Button.tsx';

export interface PanelProps {
  /** Names the panel. */
  title: ReactNode;
  /** The accessible name, where the title is more than text. */
  label?: string;
  onClose: () => void;
  /** Pixels; the app stores it. */
  width?: number;
  /** Called when a resize ends. */
  onWidthChange?: (width: number) => void;
  /** Buttons of the head, before Close: previous, next, open full page. */
  actions?: ReactNode;
  /** Lines under the title that do not scroll. */
  subtitle?: ReactNode;
  /** Sticks to the lower edge. */
  footer?: ReactNode;
  /** Moves focus into the panel when it opens (default false: the list keeps it, so that arrow keys go on). */
  takeFocus?: boolean;
  children: ReactNode;
}

/** The narrowest and widest panel, and the one before a person chose, in pixels. */
export const PANEL_WIDTH = { min: 340, max: 1200, initial: 452 };
const STEP = 24;

/** A sheet beside a list. Escape closes and gives focus back; nothing is trapped. Full screen under 768 px. */
export function Panel(props: PanelProps) {
  const { title, label, onClose, actions, subtitle, footer, takeFocus, children } = props;
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  const { width, handle } = usePanelWidth(props);

  useEffect(() => {
    const before = document.activeElement;
    const element = panel.current;
    if (takeFocus) element?.focus();
    return () => {
      const inside = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (inside && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [takeFocus]);

  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      onClose();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [onClose]);

  return (
    <aside
      ref={panel}
      className="qd-panel"
      tabIndex={-1}
      style={{ '--qd-panel-width': `${width}px` } as CSSProperties}
      {...(label ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is a control; a rule is not */}
      <div
        className="qd-panel-handle"
        role="separator"
        tabIndex={0}
        aria-label="Resize panel"
        aria-orientation="vertical"
        aria-valuemin={PANEL_WIDTH.min}
        aria-valuemax={PANEL_WIDTH.max}
        aria-valuenow={width}
        {...handle}
      />
      <header className="qd-panel-head">
        <div className="qd-panel-title">
          <h2 id={id}>{title}</h2>
          {actions}
          <IconButton label="Close" icon={<X size={15} aria-hidden="true" />} onClick={onClose} />
        </div>
        {subtitle}
      </header>
      <div className="qd-panel-body">{children}</div>
      {footer && <footer className="qd-panel-foot">{footer}</footer>}
    </aside>
  );
}

function usePanelWidth({ width: given = PANEL_WIDTH.initial, onWidthChange }: PanelProps) {
  const [dragged, setDragged] = useState<number>();
  const start = useRef<{ x: number; width: number }>(undefined);
  const width = dragged ?? clampWidth(given);
  const settle = (next: number) => {
    setDragged(onWidthChange ? undefined : next);
    onWidthChange?.(next);
  };
  const handle = {
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, width };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current) setDragged(clampWidth(start.current.width + start.current.x - event.clientX));
    },
    onPointerUp: () => {
      if (!start.current) return;
      start.current = undefined;
      settle(width);
    },
    onPointerCancel: () => {
      start.current = undefined;
      setDragged(undefined);
    },
    onDoubleClick: () => settle(PANEL_WIDTH.initial),
    onKeyDown: (event: KeyboardEvent) => {
      const moves: Record<string, number> = {
        ArrowLeft: width + STEP,
        ArrowRight: width - STEP,
        Home: PANEL_WIDTH.min,
        End: PANEL_WIDTH.max,
      };
      const next = moves[event.key];
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      settle(clampWidth(next));
    },
  };
  return { width, handle };
}

function clampWidth(width: number): number {
  return Math.round(Math.max(PANEL_WIDTH.min, Math.min(width, PANEL_WIDTH.max)));
}
