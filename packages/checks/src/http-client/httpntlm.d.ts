declare module 'httpntlm/ntlm.js' {
  /** A challenge as the library reads it; only the members used here. */
  export interface Type2Message {
    negotiateFlags: number;
    serverChallenge: Buffer;
    targetInfo?: Buffer;
  }
  export interface Identity {
    username: string;
    password: string;
    domain: string;
    workstation: string;
  }
  /** The text of an Authorization header. */
  export function createType1Message(options: { domain: string; workstation: string }): string;
  /** Takes the text of a WWW-Authenticate header; null after the callback when it is no challenge. */
  export function parseType2Message(header: string, callback: (error: Error) => void): Type2Message | null;
  /** The text of an Authorization header. */
  export function createType3Message(message: Type2Message, options: Identity): string;
  export function create_NT_hashed_password(password: string): Buffer;
}
