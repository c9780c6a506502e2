import { type ReactNode, useState } from 'react';
import { lazyPart } from '../app/lazy-part.tsx';
import { HttpError } from '../data/http-error.ts';

const ProveDialog = lazyPart(async () => (await import('../features/identity/components/ProveDialog.tsx')).ProveDialog);

/** Acts that change access, which a server takes only from who signed in lately. */
export interface Proof {
  /**
   * Does an act; where the server wants to know first who is there, asks, and does it again. Rejects with what the act
   * rejected with, or when the person did not confirm.
   */
  proven: <T>(act: () => Promise<T>) => Promise<T>;
  /** Where the question is drawn. */
  question: ReactNode;
}

/** Asks for a new proof of who is signed in when an act needs it (contract identity §6.4); nothing typed is lost. */
export function useProof(): Proof {
  const [asked, setAsked] = useState<PromiseWithResolvers<void>>();
  const end = (settle: (asked: PromiseWithResolvers<void>) => void) => {
    if (asked) settle(asked);
    setAsked(undefined);
  };
  return {
    async proven(act) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof HttpError && error.code === 'SESSION_REFRESH_REQUIRED')) throw error;
      }
      const question = Promise.withResolvers<void>();
      setAsked(question);
      await question.promise;
      return act();
    },
    question: asked && (
      <ProveDialog
        onProven={() => end(({ resolve }) => resolve())}
        onClose={() => end(({ reject }) => reject(new Error('Nothing was changed: you did not confirm who you are.')))}
      />
    ),
  };
}
