import { RefreshCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/Button.tsx';

export interface EmptyProps {
  title: string;
  /** Why it is empty, or what to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Nothing to show, said only when the server said so. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="qd-empty">
      <b>{title}</b>
      {children && <div className="qd-empty-text">{children}</div>}
      {actions && <div className="qd-row">{actions}</div>}
    </div>
  );
}

export interface ErrorViewProps {
  /** What could not be done: "The checks could not be loaded". */
  title: string;
  /** What the server said. */
  message?: ReactNode;
  /** Shown behind "Details": code, trace, body. */
  details?: string;
  onRetry?: () => void;
  retrying?: boolean;
}

/** A failed load says so, with a retry. */
export function ErrorView({ title, message, details, onRetry, retrying }: ErrorViewProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="qd-error" role="alert">
      <b>{title}</b>
      {message && <div className="qd-empty-text">{message}</div>}
      {(onRetry || details) && (
        <div className="qd-row">
          {onRetry && (
            <Button icon={<RefreshCw size={13} aria-hidden="true" />} pending={retrying ?? false} onClick={onRetry}>
              Retry
            </Button>
          )}
          {details && (
            <Button
              variant="ghost"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            >
              Details
            </Button>
          )}
        </div>
      )}
      {details && open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre id={id} className="qd-error-details" tabIndex={0}>
          {details}
        </pre>
      )}
    </div>
  );
}
