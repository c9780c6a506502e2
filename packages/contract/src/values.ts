/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A map of names to texts: labels, annotations, tags. */
export type Labels = Record<string, string>;

/** Where a value comes from when it is not written in place. Read in the order of the members. */
export interface ValueFrom {
  secretKeyRef?: { name: string; key: string };
  configMapKeyRef?: { name: string; key: string };
  helmRef?: { name: string; key: string };
  serviceAccount?: string;
  /** Only in a canary's `env`. */
  fieldRef?: { fieldPath: string };
}

/** A value, written in place or taken from a source. An empty one reads as the empty text. */
export interface EnvVar {
  name?: string;
  value?: string;
  valueFrom?: ValueFrom;
}

/** A text made by one of several languages; with more than one set, javascript wins, then template, then expr. */
export interface Template {
  /** Go template. */
  template?: string;
  /** CEL. */
  expr?: string;
  javascript?: string;
  /** Accepted, never evaluated: yields the empty text. */
  jsonPath?: string;
}

/** A stored connection with its secrets resolved. */
export interface Connection {
  id: string;
  name: string;
  namespace: string;
  type: string;
  url: string;
  username: string;
  password: string;
  certificate: string;
  insecureTls: boolean;
  properties: Record<string, string>;
}
