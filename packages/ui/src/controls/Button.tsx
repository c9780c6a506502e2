import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from '../format/cx.ts';
import { Link, type LinkProps } from '../link.tsx';

/** `primary`: the one act of a screen. `danger`: cannot be taken back. `danger-quiet`: opens a question first. */
export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger' | 'danger-quiet';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  /** The act is under way: shows a spinner, keeps focus, and swallows further clicks. */
  pending?: boolean;
  /** A mark before the text. */
  icon?: ReactNode;
}

/** The class names of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'default', className?: string): string {
  return cx('qd-btn', `qd-btn-${variant}`, className);
}

/** A push button. A pending button stays focusable (`aria-disabled`), so that a keyboard never loses its place. */
export function Button({ variant, pending, icon, className, children, onClick, type, ...rest }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass(variant, className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={click}
    >
      {pending ? <span className="qd-spin" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** The accessible name, also shown on hover. */
  label: string;
  icon: ReactNode;
}

/** A square button that is only a mark. */
export function IconButton({ label, icon, pending, className, variant = 'ghost', title, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      pending={pending ?? false}
      icon={icon}
      className={cx('qd-icon-btn', className)}
      aria-label={label}
      title={title ?? label}
    />
  );
}

export interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  icon?: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ variant, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass(variant, className)}>
      {icon}
      {children}
    </Link>
  );
}

export interface TextButtonProps extends ComponentPropsWithRef<'button'> {}

/** A button that reads as a link inside a sentence: "884 passing hidden · Show". */
export function TextButton({ className, type, ...rest }: TextButtonProps) {
  return <button {...rest} type={type ?? 'button'} className={cx('qd-text-btn', className)} />;
}
