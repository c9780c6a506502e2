import type { ViewingAs } from '@quarterdeck/contract';
import type { Http } from './http.ts';

/** As whom an administrator wants to see the product. */
export type ViewTarget = Pick<ViewingAs, 'type' | 'id'>;

const PATH = '/api/auth/view-as';
const CHANNEL = 'quarterdeck view as';

/** Begins to see the product as another. The server narrows every call of the session from then on. */
export async function enterView(http: Http, target: ViewTarget): Promise<void> {
  await http.post(PATH, target);
  startOver();
}

/** Leaves the view. */
export async function leaveView(http: Http): Promise<void> {
  await http.delete(PATH);
  startOver();
}

/**
 * Loads the console anew, here and in the other tabs of the browser, which share the session: nothing that was read with
 * other rights stays, neither in a cache nor by a stream that is open.
 */
function startOver(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  location.reload();
}

/** Starts over when another tab entered or left a view; answers what ends it. */
export function followViews(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => location.reload();
  return () => channel.close();
}
