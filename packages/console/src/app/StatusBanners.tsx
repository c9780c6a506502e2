import type { DocumentError, ServerStatus } from '@quarterdeck/contract';
import { Banner, Button, Dialog, TextButton } from '@quarterdeck/ui';
import { useState } from 'react';
import './status-banners.css';

/** Lines over the page: demo data, the product watching itself, documents that could not be used. */
export function StatusBanners({ status }: { status: ServerStatus }) {
  return (
    <>
      {status.demo && (
        <Banner tone="info">
          <b>Demo</b> · The checks on this screen are examples.
        </Banner>
      )}
      {status.selfWatch && <SelfWatchBanner status={status} />}
      {status.documentErrors.length > 0 && <DocumentsBanner errors={status.documentErrors} />}
    </>
  );
}

function SelfWatchBanner({ status }: { status: ServerStatus }) {
  const [shown, setShown] = useState(true);
  const [how, setHow] = useState(false);
  if (!shown) return null;
  return (
    <>
      <Banner
        tone="info"
        actions={
          <>
            <Button onClick={() => setHow(true)}>Add your own checks</Button>
            <Button variant="ghost" onClick={() => setShown(false)}>
              Hide
            </Button>
          </>
        }
      >
        <b>Watching itself</b> · No other checks are configured yet.
      </Banner>
      <Dialog open={how} onClose={() => setHow(false)} title="Add your own checks" size="small">
        <AddChecksHelp configDir={status.configDir} />
      </Dialog>
    </>
  );
}

/** How one's own checks are added. */
export function AddChecksHelp({ configDir }: { configDir: string | null }) {
  return (
    <ol className="qd-add-checks">
      {configDir ? (
        <li>
          Put Canary documents (YAML) into <code>{configDir}</code>. They are read as soon as they are saved.
        </li>
      ) : (
        <li>
          Start the server with <code>QD_CONFIG_DIR</code> set to a folder of Canary documents (YAML).
        </li>
      )}
      <li>
        Or send a document to the running server: <code>quarterdeck apply -f canary.yaml</code>
      </li>
    </ol>
  );
}

/** Where a document error is: `file:line field`. */
function documentErrorPlace(error: DocumentError): string {
  return [error.line === undefined ? error.file : `${error.file}:${error.line}`, error.field].filter(Boolean).join(' ');
}

function DocumentsBanner({ errors }: { errors: readonly DocumentError[] }) {
  const [open, setOpen] = useState(false);
  const count = errors.length === 1 ? '1 document' : `${errors.length} documents`;
  return (
    <>
      <Banner tone="warning" actions={<TextButton onClick={() => setOpen(true)}>Show</TextButton>}>
        {count} could not be used; the checks in {errors.length === 1 ? 'it' : 'them'} do not run.
      </Banner>
      <Dialog open={open} onClose={() => setOpen(false)} title="Documents that could not be used" size="medium">
        <ul className="qd-documents">
          {errors.map((error) => (
            <li key={`${documentErrorPlace(error)} ${error.message}`}>
              <code>{documentErrorPlace(error)}</code>
              <span>{error.message}</span>
              <span className="qd-quiet">{error.code}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
