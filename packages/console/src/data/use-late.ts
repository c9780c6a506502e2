import { useEffect, useState } from 'react';

/** Whether something has held for so long without a break. */
export function useLate(holds: boolean, afterMs: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!holds) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [holds, afterMs]);
  return holds && late;
}
