/** A mail as administrators see it (`GET /api/outbox`). */
export interface OutboxMail {
  id: string;
  recipient: string;
  subject: string;
  /** Empty where a mail server is set: the text holds codes that are its reader's alone. */
  body_text: string;
  created_at: string;
  sent_at: string | null;
  attempts: number;
  error: string | null;
}

/** `GET /api/outbox`: the newest mails first. */
export interface Outbox {
  has_server: boolean;
  payload: OutboxMail[];
}
