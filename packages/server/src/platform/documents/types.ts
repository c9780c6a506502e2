import type { Canary, DocumentError } from '@quarterdeck/contract';

/** A document of the configuration folder that is no canary: a secret, a config map, a connection. */
export interface OtherDocument {
  /** Path below the configuration folder. */
  file: string;
  kind: string;
  name: string;
  namespace: string;
  /** The whole document as it was written. */
  content: Record<string, unknown>;
}

/** All that the configuration folder says now. A file that became bad keeps the canaries it had. */
export interface DocumentSet {
  /** By path below the configuration folder. */
  canaries: ReadonlyMap<string, readonly Canary[]>;
  others: readonly OtherDocument[];
  errors: readonly DocumentError[];
}

/** The watched configuration folder. */
export interface Documents {
  /** What was read last; empty before `start` and without a folder. */
  current(): DocumentSet;
  /** Called after each change, with the whole set. Answers a function that ends it. */
  onChange(listener: (set: DocumentSet) => void): () => void;
  /** Reads the folder once and begins to watch. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
