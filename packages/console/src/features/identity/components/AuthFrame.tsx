import { BrandMark } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../app/titles.ts';
import '../identity.css';

export interface AuthFrameProps {
  /** The browser's title. */
  title: string;
  heading: string;
  children: ReactNode;
  /** What stands under it: the ways to other pages. */
  links?: ReactNode;
}

/** The frame of a page outside of the console: the mark, a heading, what is to be done. */
export function AuthFrame({ title, heading, children, links }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <main className="qd-auth">
      <div className="qd-auth-card">
        <header>
          <BrandMark />
          <h1>{heading}</h1>
        </header>
        {children}
        {links !== undefined && <footer>{links}</footer>}
      </div>
    </main>
  );
}
