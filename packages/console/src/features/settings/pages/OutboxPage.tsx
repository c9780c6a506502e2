import type { OutboxMail } from '@quarterdeck/contract';
import {
  Age,
  Badge,
  type Column,
  Dialog,
  Empty,
  FilterBar,
  Table,
  type TableItem,
  useDateStyle,
} from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { usePageHead } from '../../../app/page-head.tsx';
import { useConsole } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { dateWidth } from '../components/date-width.ts';
import { findMails, type OutboxSearch, splitLinks } from '../model/outbox.ts';
import { outboxQuery } from '../queries/outbox.ts';
import './audit.css';
import './settings.css';

export { parseOutboxSearch } from '../model/outbox.ts';

/** The mails that wait because no mail server is set, with their texts and links: `/settings/outbox`. */
export function OutboxPage({ search, setSearch }: Pick<PageProps<OutboxSearch>, 'search' | 'setSearch'>) {
  const { http } = useConsole();
  const query = useQuery(outboxQuery(http));
  usePageHead(useMemo(() => ({ title: 'Outbox' }), []));
  const mails = query.data?.payload;
  const items = useMemo(
    () =>
      findMails(mails ?? [], search.query).map(
        (data): TableItem<OutboxMail> => ({ kind: 'row', key: data.id, depth: 0, data }),
      ),
    [mails, search.query],
  );
  const { format } = useDateStyle();
  const columns = useMemo(() => columnsOf(dateWidth(format, true)), [format]);
  const opened = mails?.find(({ id }) => id === search.mail);
  return (
    <div className="qd-settings-list">
      <div className="qd-settings-bar">
        <FilterBar
          label="Mail filters"
          fields={[]}
          search={{ label: 'Mail', placeholder: 'Address or subject' }}
          value={{ search: search.query ?? '', filters: {} }}
          onChange={({ search: text }) =>
            setSearch(({ query: _old, ...rest }) => (text === '' ? rest : { ...rest, query: text }))
          }
        />
      </div>
      <Table<OutboxMail>
        label="Mails"
        rows={items}
        columns={columns}
        rowLabel={(mail) => `${mail.subject} to ${mail.recipient}`}
        onActivate={(mail) => setSearch((held) => ({ ...held, mail: mail.id }))}
        selectedKey={search.mail ?? null}
        narrow={(mail) => <NarrowMail mail={mail} />}
        {...tableStates('The outbox could not be loaded', query)}
        empty={
          <Empty title="No mails">
            {search.query ? 'No mail matches.' : 'Invitations and codes appear here, because no mail server is set.'}
          </Empty>
        }
      />
      {opened && <MailDialog mail={opened} onClose={() => setSearch(({ mail: _mail, ...rest }) => rest)} />}
    </div>
  );
}

function MailDialog({ mail, onClose }: { mail: OutboxMail; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={mail.subject} size="medium">
      <dl className="qd-audit-facts">
        <div>
          <dt>To</dt>
          <dd>{mail.recipient}</dd>
        </div>
        <div>
          <dt>Written</dt>
          <dd>
            <Age at={mail.created_at} suffix />
          </dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>
            <MailState mail={mail} />
          </dd>
        </div>
      </dl>
      <p className="qd-mail-text">
        {splitLinks(mail.body_text).map(({ text, isLink }, index) =>
          isLink ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
            <a key={index} href={text}>
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </Dialog>
  );
}

function MailState({ mail: { sent_at, error } }: { mail: OutboxMail }) {
  if (sent_at !== null) return <Badge tone="ok">Sent</Badge>;
  return <Badge {...(error === null ? {} : { title: error })}>Waits here</Badge>;
}

const columnsOf = (dates: number): readonly Column<OutboxMail>[] => [
  { id: 'created_at', header: 'Written', width: dates, cell: (mail) => <Age at={mail.created_at} suffix /> },
  {
    id: 'recipient',
    header: 'To',
    flex: 1,
    minWidth: 160,
    cell: (mail) => mail.recipient,
    title: (mail) => mail.recipient,
  },
  {
    id: 'subject',
    header: 'Subject',
    flex: 1.4,
    minWidth: 160,
    cell: (mail) => mail.subject,
    title: (mail) => mail.subject,
  },
  { id: 'state', header: 'State', width: 112, cell: (mail) => <MailState mail={mail} /> },
];

function NarrowMail({ mail }: { mail: OutboxMail }) {
  return (
    <span className="qd-settings-narrow">
      <b>{mail.subject}</b>
      <MailState mail={mail} />
      <span className="qd-dim">{mail.recipient}</span>
      <Age at={mail.created_at} suffix />
    </span>
  );
}
