import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Access } from '../data/access.ts';
import { useAccess } from '../data/access.ts';
import { useConsole } from '../data/context.ts';
import type { Page, PageGate, SetSearch } from './page.tsx';
import { FeatureOffPage, UnauthorizedPage } from './StatePages.tsx';

/** Why a person may not see a page: it is switched off, or they have no right; null when they may. */
function closedBy({ feature, resource, right }: PageGate, access: Access): 'feature' | 'right' | null {
  if (feature && access.isOff(feature)) return 'feature';
  return resource && !access.can(resource, right) ? 'right' : null;
}

/** The area of a page behind its gate. Nothing is shown before flags and rights are known: the shell shows its skeleton. */
export function PageArea({ page }: { page: Page }) {
  const access = useAccess();
  if (!access) return null;
  const closed = closedBy(page, access);
  if (closed === 'feature') return <FeatureOffPage title={page.title} />;
  if (closed === 'right') return <UnauthorizedPage need={page} />;
  return <OpenPage page={page} />;
}

function OpenPage({ page }: { page: Page }) {
  const services = useConsole();
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = useParams({ strict: false });
  const search = useSearch({ strict: false });
  useEffect(() => page.prefetch?.(services, client), [page, services, client]);
  const setRaw = useMemo<SetSearch<Record<string, unknown>>>(
    () => (change, options) => {
      void navigate({ to: '.', search: (held: object) => change({ ...held }), replace: options?.replace ?? false });
    },
    [navigate],
  );
  return page.render({ raw: search, params: params as Record<string, string>, setRaw });
}
