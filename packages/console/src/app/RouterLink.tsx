import type { LinkProps } from '@quarterdeck/ui';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** Whether a click should be left to the browser: a new tab, a download, another button. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  return (
    event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  );
}

/** A link of the design system, followed by the router; links to other hosts and with a target are left as they are. */
export function RouterLink({ href, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (isForBrowser(event) || rest.target || !href.startsWith('/')) return;
    event.preventDefault();
    router.history.push(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
