import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';

/** One step of the way to a page; the last one is the page itself and has no address. */
export interface Crumb {
  label: ReactNode;
  href?: string;
}

export interface BreadcrumbProps {
  crumbs: readonly Crumb[];
}

/** The way to a page: links to what it is in, then itself as the heading of the page. */
export function Breadcrumb({ crumbs }: BreadcrumbProps) {
  const ways = crumbs.slice(0, -1);
  return (
    <div className="qd-crumbs">
      {ways.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol>
            {ways.map((crumb) => (
              <li key={crumb.href}>
                {crumb.href ? <Link href={crumb.href}>{crumb.label}</Link> : crumb.label}
                <ChevronRight size={13} aria-hidden="true" />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1>{crumbs.at(-1)?.label}</h1>
    </div>
  );
}
