import { FrameSkeleton } from '@quarterdeck/ui';
import { useEffect } from 'react';

/** Where a chosen organisation leads: opens the console from its beginning, so that nothing of the other one stays. */
export function SwitchedPage() {
  useEffect(() => location.replace('/'), []);
  return <FrameSkeleton collapsed={false} bare={false} />;
}
