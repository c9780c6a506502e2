import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Empty, ErrorView } from '../feedback/States.tsx';
import { toast } from '../feedback/toast.tsx';
import { Confirm } from '../overlay/Confirm.tsx';
import { Dialog, type DialogSize } from '../overlay/Dialog.tsx';
import { PANEL_WIDTH, Panel } from '../overlay/Panel.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { HealthMark } from '../status/HealthMark.tsx';
import { Section } from './Section.tsx';

const SIZES: readonly DialogSize[] = ['very-small', 'small', 'medium', 'large', 'full'];
const nothing = () => {};

/** What the product says back: states of a screen, banners, toasts, dialogs and the panel. */
export function FeedbackGallery() {
  return (
    <>
      <Section title="Empty and failed">
        <Empty title="No checks yet" actions={<Button variant="primary">Add a health check</Button>}>
          Add a canary to begin.
        </Empty>
        <ErrorView
          title="The checks could not be loaded"
          message="The server answered 503. What you see below is 4 minutes old."
          details="SERVICE_UNAVAILABLE, request 4fa1"
          onRetry={nothing}
        />
      </Section>
      <Section title="Loading">
        <Skeleton count={4} label="Loading rows" />
        <Skeleton shape="tiles" count={4} label="Loading numbers" />
        <Skeleton shape="text" count={3} label="Loading text" />
        <Skeleton shape="block" height={60} label="Loading chart" />
      </Section>
      <Section title="Banners">
        <Banner tone="info">This is a demo; its data is reset every hour.</Banner>
        <Banner tone="warning" title="Offline" actions={<Button>Retry</Button>}>
          What you see is 4 minutes old.
        </Banner>
        <Banner tone="error" title={<HealthMark health="unhealthy" label="Unhealthy for 14 min · critical" />}>
          <span className="qd-mono">lag 48.2 s, expected below 10 s</span>
        </Banner>
        <Banner tone="ok" title="Connected in 38 ms">
          TLS 1.3, certificate valid for 63 days
        </Banner>
      </Section>
      <Section title="Toasts and tooltip">
        <div className="qd-row">
          <Button onClick={() => toast.undo('Silence for payments deleted', nothing)}>Undo toast</Button>
          <Button onClick={() => toast.success('The check was saved')}>Success toast</Button>
          <Button onClick={() => toast.error('Request timed out. Please try again.')}>Error toast</Button>
          <Button onClick={() => toast.loading('Running the check', { id: 'run' })}>Loading toast</Button>
          <Button onClick={() => toast.success('The check passed', { id: 'run' })}>Finish loading</Button>
          <Tooltip content="2026-11-21 04:35:08 GMT+1">
            <Button>Tooltip</Button>
          </Tooltip>
        </div>
      </Section>
      <DialogsSection />
      <PanelSection />
    </>
  );
}

function DialogsSection() {
  const [size, setSize] = useState<DialogSize | null>(null);
  const [asking, setAsking] = useState(false);
  const [approving, setApproving] = useState(false);
  const close = () => setSize(null);
  return (
    <Section title="Dialogs">
      <div className="qd-row">
        {SIZES.map((one) => (
          <Button key={one} onClick={() => setSize(one)}>
            Open {one}
          </Button>
        ))}
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          Delete …
        </Button>
        <Button onClick={() => setApproving(true)}>Approve …</Button>
      </div>
      <Dialog
        open={size !== null}
        onClose={close}
        size={size ?? 'medium'}
        title="Edit connection"
        helpHref="#help"
        footer={
          <>
            <span className="qd-grow" />
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        <p>Three checks and one playbook use this connection.</p>
      </Dialog>
      <Confirm
        open={asking}
        title="Delete “ledger-primary”?"
        yesLabel="Delete connection"
        onClose={() => setAsking(false)}
        onConfirm={() => new Promise(nothing)}
      >
        Three checks and one playbook use this connection. They will fail until they are given another.
      </Confirm>
      <Confirm
        open={approving}
        title="Approve the run of “Restart ledger”?"
        tone="approve"
        onClose={() => setApproving(false)}
        onConfirm={() => Promise.reject(new Error('The run was approved by Ada Marsh already'))}
      >
        It restarts three pods in payments.
      </Confirm>
    </Section>
  );
}

function PanelSection() {
  const [open, setOpen] = useState(false);
  const [width, setWidth] = useState(PANEL_WIDTH.min);
  return (
    <Section title="Panel" wide>
      <Button onClick={() => setOpen(true)}>Open panel</Button>
      {open && (
        <div className="qd-gallery-stage">
          <div className="qd-grow" />
          <Panel
            title="ledger-primary / replication lag"
            subtitle={<span className="qd-dim">payments · agent eu-west</span>}
            width={width}
            onWidthChange={setWidth}
            onClose={() => setOpen(false)}
            takeFocus
            footer={<Button variant="primary">Run now</Button>}
          >
            <p className="qd-gallery-pad">What the panel shows.</p>
          </Panel>
        </div>
      )}
    </Section>
  );
}
