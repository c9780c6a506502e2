import type { RestPolicy } from './policy.ts';

/** One request of the dialect, freed of its transport. */
export interface RestRequest {
  method: string;
  /** What follows the base path, decoded: `configs`, `rpc/uuid_to_ulid`, or nothing for the description. */
  path: string;
  /** The query string as it was sent, without `?`. */
  query: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent; null when there is none. */
  body: string | null;
}

/** `body` is sent as it is; JSON in it was made by PostgreSQL. */
export interface RestAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
  /** The policy refused: what the server adds to the headers, and tells those who may know. */
  denied?: { object: string; action: string; rule: string | null };
}

/** A statement that runs. `name`: its plan may be kept under it. */
export type RunStatement = (statement: {
  text: string;
  values: unknown[];
  name?: string;
}) => Promise<{ rows: Record<string, unknown>[] }>;

/** The database as the dialect uses it. Errors of PostgreSQL keep their `code`, `detail`, `hint`. */
export interface RestDatabase {
  run: RunStatement;
  /** Commits what the work did unless it throws. */
  transaction<T>(work: (run: RunStatement) => Promise<T>): Promise<T>;
}

/** Answers requests of the dialect. It never throws for a bad request; it rejects when the database cannot be reached. */
export interface Rest {
  handle(request: RestRequest, policy: RestPolicy): Promise<RestAnswer>;
  /** Reads the schema again, after tables were made or removed. */
  reload(): Promise<void>;
}
