import { type ReactNode, useId } from 'react';

/** One part of the gallery with its states. */
export function Section({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={wide ? 'qd-gallery-part qd-gallery-wide' : 'qd-gallery-part'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="qd-gallery-body">{children}</div>
    </section>
  );
}
