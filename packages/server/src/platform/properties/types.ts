import type { PropertyRow } from '@quarterdeck/contract';

/** Properties: those of the file, and over them the rows of the database (contract notifications-and-access §8.4). */
export interface Properties {
  current(): ReadonlyMap<string, string>;
  /** All that are set, by name, with what is known of them. Read anew. */
  list(): Promise<PropertyRow[]>;
  /** Calls back after a change took effect here; answers what ends it. */
  onChange(listener: (current: ReadonlyMap<string, string>) => void): () => void;
  /** Reads them once; rows that cannot be read are left out until the next time. */
  start(): Promise<void>;
  stop(): void;
}
