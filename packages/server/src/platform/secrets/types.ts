import type { Connection, EnvVar } from '@quarterdeck/contract';

/** Where values that are not written in place come from (contract checks §1.5). */
export interface ValueSources {
  /** The value of a source; the empty text of an empty one. Throws `VALUE_NOT_FOUND`. */
  value(namespace: string, source: EnvVar | undefined): Promise<string>;
  /** Resolves the text spelling `secret://NAME/KEY`, `configmap://NAME/KEY` ...; any other text is itself. */
  text(namespace: string, spelled: string): Promise<string>;
}

/** A connection as it is written, its texts perhaps references to values. */
export interface ConnectionRecord {
  id: string;
  name: string;
  namespace: string;
  type: string;
  url: EnvVar;
  username: EnvVar;
  password: EnvVar;
  certificate: EnvVar;
  insecureTls: boolean;
  properties: Record<string, EnvVar>;
}

/** Finds stored connections. */
export interface Connections {
  /**
   * Finds `connection://NAMESPACE/NAME`, `connection://NAME`, `connection://TYPE/NAME`,
   * `connection://TYPE/NAMESPACE/NAME` or an id, and resolves its values. Throws `CONNECTION_NOT_FOUND`.
   */
  connection(reference: string, namespace: string): Promise<Connection>;
  /** Adds one of the product's own, kept in memory. Replaces one of the same namespace and name. */
  add(record: Connection): void;
  /** Forgets what was found: connections changed. */
  flush(): void;
}
