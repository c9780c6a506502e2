import type { ReactNode } from 'react';

export interface ToastOptions {
  /** Replaces the toast with this id, for instance a loading one by its outcome. */
  id?: string;
  action?: { label: string; onClick: () => void };
}

export interface ToastItem {
  id: string;
  kind: 'success' | 'error' | 'loading';
  text: ReactNode;
  action?: ToastOptions['action'];
}

/** How long success and error stay, in milliseconds (spec 000 §2 "Toasts"). */
export const TOAST_MS = 5000;
const MAX_SHOWN = 4;

let items: readonly ToastItem[] = [];
let count = 0;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows short messages. Success and error leave after 5 s; loading stays until it is replaced. Each answers its id. */
export const toast = {
  success: (text: ReactNode, options?: ToastOptions): string => show('success', text, options),
  error: (text: ReactNode, options?: ToastOptions): string => show('error', text, options),
  loading: (text: ReactNode, options?: ToastOptions): string => show('loading', text, options),
  /** Says what was done and offers to take it back; pressing Undo acts once. */
  undo: (text: ReactNode, onUndo: () => void, options?: Pick<ToastOptions, 'id'>): string =>
    show('success', text, { ...options, action: { label: 'Undo', onClick: onUndo } }),
  dismiss: (id: string): void => {
    stopTimer(id);
    publish(items.filter((item) => item.id !== id));
  },
};

/** The toasts shown, oldest first. */
export function readToasts(): readonly ToastItem[] {
  return items;
}

/** Calls back on every change of the toasts; answers the way to stop. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Holds all toasts while a person reads or points at them, and lets them go on afterwards. */
export function holdToasts(held: boolean): void {
  for (const item of items) {
    stopTimer(item.id);
    if (!held) startTimer(item);
  }
}

function show(kind: ToastItem['kind'], text: ReactNode, options: ToastOptions = {}): string {
  count += 1;
  const id = options.id ?? `toast-${count}`;
  const item: ToastItem = { id, kind, text, ...(options.action && { action: options.action }) };
  const known = items.some((other) => other.id === id);
  publish(known ? items.map((other) => (other.id === id ? item : other)) : [...items, item].slice(-MAX_SHOWN));
  startTimer(item);
  return id;
}

function startTimer(item: ToastItem) {
  stopTimer(item.id);
  if (item.kind === 'loading') return;
  timers.set(
    item.id,
    setTimeout(() => toast.dismiss(item.id), TOAST_MS),
  );
}

function stopTimer(id: string) {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function publish(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}
