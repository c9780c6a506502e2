import { Button, copyText, Dialog, TextInput } from '@quarterdeck/ui';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import type { Invited } from '../../model/users.ts';

/** The link and the code of an invitation, to hand over where no mail goes out (contract screens §11.3). */
export function InviteLinkDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite Link"
      size="small"
      footer={
        <>
          <span className="qd-grow" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="qd-invite">
        <p>User has been invited successfully. Please share the link with the user.</p>
        <Copied label="Link" value={invited.link} said="Link copied to clipboard" />
        <Copied label="Code" value={invited.code} said="Code copied to clipboard" />
        <p className="qd-dim">
          {invited.mailed === false ? `Nothing is mailed to ${invited.email}.` : `${invited.email} is mailed both.`} The
          code is asked for once the link is open; send it on another way than the link. Both work once, for 48 hours,
          and are not shown again.
        </p>
      </div>
    </Dialog>
  );
}

function Copied({ label, value, said }: { label: string; value: string; said: string }) {
  const id = useId();
  return (
    <div className="qd-field">
      <label htmlFor={id}>{label}</label>
      <div className="qd-invite-value">
        <TextInput id={id} value={value} readOnly onChange={() => undefined} />
        <Button icon={<Copy size={13} aria-hidden="true" />} onClick={() => void copyText(value, said)}>
          Copy {label.toLowerCase()}
        </Button>
      </div>
    </div>
  );
}
