import { Link } from '@quarterdeck/ui';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePagePaths } from '../app/pages-context.ts';

/** A link to a page of the console; only its text while no such page is registered. */
export function PageLink({ page, href, children }: { page: string; href: string; children: ReactNode }) {
  return usePagePaths().has(page) ? <Link href={href}>{children}</Link> : children;
}

/** Goes to an address of the console. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return (href) => router.history.push(href);
}
