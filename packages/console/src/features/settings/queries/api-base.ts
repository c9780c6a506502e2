import { useQuery } from '@tanstack/react-query';
import { useBootstrap, useConsole } from '../../../data/context.ts';
import { organizationsQuery } from '../../hosted/queries/hub.ts';

/** Stands for an address that the console is not told. */
const UNTOLD = 'https://BACKEND';

/** The address at which programs call the API, without a slash at its end (contract screens §11.11). */
export interface ApiBase {
  base: string;
  /** The backend of the organisation has an address that only who runs it knows. */
  isUntold: boolean;
}

/** This page's own address; in hosted mode that of the organisation's backend. Undefined until it is known. */
export function useApiBase(): ApiBase | undefined {
  const { http } = useConsole();
  const mode = useBootstrap().data?.mode;
  const organizations = useQuery({ ...organizationsQuery(http), enabled: mode === 'hosted' });
  if (mode !== 'hosted') return mode && { base: `${location.origin}/api`, isUntold: false };
  if (organizations.isPending) return undefined;
  const url = organizations.data?.find(({ active }) => active)?.backend_url;
  return { base: url?.replace(/\/+$/, '') ?? UNTOLD, isUntold: !url };
}
