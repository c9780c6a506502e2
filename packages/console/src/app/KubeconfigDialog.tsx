import { Banner, Button, Code, Dialog, ErrorView, Skeleton } from '@quarterdeck/ui';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useConsole } from '../data/context.ts';
import { failureText } from '../data/http.ts';
import { useApiBase } from '../features/settings/queries/api-base.ts';
import { saveFile } from '../shared/save-file.ts';
import { useProof } from '../shared/use-proof.tsx';
import './kubeconfig.css';

/** `Download kubeconfig` of the user menu: the file, and what to do with it (spec 000 §2, contract screens §14.3). */
export function KubeconfigDialog({ onClose }: { onClose: () => void }) {
  const api = useApiBase();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Download and install kubeconfig"
      size="medium"
      footer={
        <>
          <span className="qd-grow" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {api === undefined ? (
        <Skeleton label="Loading the address of the API" />
      ) : (
        <Steps base={api.isUntold ? location.origin : api.base} />
      )}
    </Dialog>
  );
}

/** `base`: the address of the backend, as far as it is known here. */
function Steps({ base }: { base: string }) {
  const { http } = useConsole();
  const { proven, question } = useProof();
  const { hostname, protocol } = new URL(base);
  const file = `${hostname.replace(/[^\w.-]/g, '')}-kubeconfig.yaml`;
  const download = useMutation({
    // By the same way as all else: a link would go without what names the organisation, or its token.
    mutationFn: async () => saveFile(file, await proven(() => http.download('/api/kubeconfig'))),
  });
  return (
    <div className="qd-kubeconfig">
      {protocol === 'http:' && (
        <Banner tone="warning">
          kubectl sends no token without TLS: it works once this server is reached by an https address.
        </Banner>
      )}
      <ol>
        <li>
          <p>Download the file. It holds a new token of yours: keep it as you keep a password.</p>
          <Button
            variant="primary"
            icon={<Download size={13} aria-hidden="true" />}
            pending={download.isPending}
            onClick={() => download.mutate()}
          >
            Download kubeconfig file
          </Button>
          {download.isError && (
            <ErrorView title="The kubeconfig file could not be made" message={failureText(download.error)} />
          )}
          <p role="status">{download.isSuccess ? `${file} was given to the browser to save.` : ''}</p>
        </li>
        <li>
          <p>Where you saved it, read the canaries of the cluster with it:</p>
          <Code label="kubectl command" text={`kubectl --kubeconfig ${file} get canaries`} lineNumbers={false} />
        </li>
        <li>
          <p>
            Once you no longer need it, delete its token under Settings → Tokens: the file is of no use from then on.
          </p>
        </li>
      </ol>
      {question}
    </div>
  );
}
