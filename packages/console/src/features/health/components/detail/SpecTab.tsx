import { Code, Empty, Skeleton, Toggle } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { stringify } from 'yaml';
import { useConsole } from '../../../../data/context.ts';
import { LoadError } from '../../../../shared/LoadError.tsx';
import { canaryQuery } from '../../queries/detail.ts';

export interface SpecTabProps {
  canaryId: string;
  json: boolean;
  onFormat: (format: 'json' | 'yaml') => void;
}

/** The spec of the check's canary, as YAML or JSON. */
export function SpecTab({ canaryId, json, onFormat }: SpecTabProps) {
  const { http } = useConsole();
  const query = useQuery(canaryQuery(http, canaryId));
  const spec = query.data?.spec;
  const text = useMemo(() => {
    if (spec === undefined) return '';
    return json ? JSON.stringify(spec, null, 2) : stringify(spec, { lineWidth: 0 });
  }, [spec, json]);
  if (query.isPending) return <Skeleton shape="text" count={10} label="Loading spec" />;
  if (query.data === undefined) return <LoadError title="The spec could not be loaded" query={query} />;
  if (!query.data) return <Empty title="No data available">The canary of this check is gone.</Empty>;
  return (
    <div className="qd-spec">
      <LoadError title="The spec could not be loaded" query={query} />
      <div className="qd-spec-bar">
        <Toggle label="YAML" pressed={!json} onChange={() => onFormat('yaml')} />
        <Toggle label="JSON" pressed={json} onChange={() => onFormat('json')} />
      </div>
      <Code text={text} language={json ? 'json' : 'yaml'} label="Canary spec" lineNumbers />
    </div>
  );
}
