import { Age, Banner } from '@quarterdeck/ui';
import { useLiveState } from '../data/context.ts';
import { useLate } from '../data/use-late.ts';

/** A cut shorter than this is not worth a word: a restart of the server, a change of network. */
const WORTH_A_WORD_MS = 2000;

/**
 * Says that the server is out of reach and how old the page is. The stream comes back by itself, and then everything on
 * screen is read again.
 */
export function OfflineBanner() {
  const { state, since } = useLiveState();
  const late = useLate(state === 'offline', WORTH_A_WORD_MS);
  if (!late) return null;
  return (
    <Banner tone="warning">
      <b>The server cannot be reached.</b> This page shows the state of <Age at={since} suffix relative />; it goes on
      by itself.
    </Banner>
  );
}
