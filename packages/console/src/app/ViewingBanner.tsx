import type { ViewingAs } from '@quarterdeck/contract';
import { Banner, Button } from '@quarterdeck/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConsole, useWhoAmI } from '../data/context.ts';
import { followViews, leaveView } from '../data/view-as.ts';

/** Says over every page that an administrator sees it as another does, with the way out. */
export function ViewingBanner() {
  const viewing = useWhoAmI().data?.payload.viewing;
  useEffect(followViews, []);
  return viewing ? <Viewing viewing={viewing} /> : null;
}

function Viewing({ viewing }: { viewing: ViewingAs }) {
  const { http, now } = useConsole();
  const leave = useMutation({ mutationFn: () => leaveView(http) });
  const { type, name, untilMs } = viewing;
  useEffect(() => {
    // The server has left the view by then.
    const timer = setTimeout(() => location.reload(), Math.max(0, untilMs - now()) + GRACE_MS);
    return () => clearTimeout(timer);
  }, [untilMs, now]);
  return (
    <Banner
      tone="warning"
      actions={
        <Button pending={leave.isPending} onClick={() => leave.mutate()}>
          Leave the view
        </Button>
      }
    >
      You view as {type === 'role' ? 'the role ' : ''}
      <b>{name}</b> · Nothing can be changed. The view ends by itself after half an hour.
    </Banner>
  );
}

const GRACE_MS = 1000;
