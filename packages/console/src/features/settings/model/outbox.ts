import type { OutboxMail } from '@quarterdeck/contract';
import { given, readText } from './address.ts';

/** The state of the outbox page in the address. */
export interface OutboxSearch {
  /** A part of the address or the subject. */
  query?: string;
  /** The mail that is open. */
  mail?: string;
}

/** Reads the address of the outbox page. Total: what is not understood is left out. */
export function parseOutboxSearch(raw: Readonly<Record<string, unknown>>): OutboxSearch {
  return given<OutboxSearch>({ query: readText(raw.query), mail: readText(raw.mail) });
}

/** The mails whose address or subject holds a text, in any case. */
export function findMails(mails: readonly OutboxMail[], query = ''): OutboxMail[] {
  const text = query.trim().toLowerCase();
  return mails.filter(({ recipient, subject }) => `${recipient}\n${subject}`.toLowerCase().includes(text));
}

/** A text in pieces: what is an address of the web stands alone, so that it can be a link. */
export function splitLinks(text: string): { text: string; isLink: boolean }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => ({ text: piece, isLink: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
