import type { ServerStatus } from './live.ts';

/** `GET /api/bootstrap`: what the console knows before anybody is known to it (contract identity §0). No secret. */
export interface Bootstrap {
  mode: ServerStatus['mode'];
  console_version: string;
  /** Where the help menu leads to; absent: nowhere. */
  docs_url?: string;
  features: {
    /** People may make accounts for themselves. */
    registration: boolean;
    /** No mail server is set: mails wait in the outbox, where administrators read them. */
    outbox: boolean;
    /** A demo: the login page takes a name and a password from its address. */
    query_login: boolean;
  };
}
