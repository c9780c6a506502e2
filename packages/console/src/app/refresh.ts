import type { QueryClient } from '@tanstack/react-query';

/** Reads everything that is on screen anew, also what is being read already: who presses Refresh wants what is true now. */
export function refreshScreen(client: QueryClient): Promise<void> {
  return client.refetchQueries({ type: 'active' });
}
