import type { HttpAuth } from './types.ts';

/** Every way to log in that a check may name, with its values in place. */
export interface AuthChoice {
  username: string;
  password: string;
  ntlm?: boolean | undefined;
  ntlmv2?: boolean | undefined;
  digest?: boolean | undefined;
  bearer?: string | undefined;
  oauth2?: {
    clientId: string;
    clientSecret: string;
    scopes: string[];
    tokenUrl: string;
    params: Record<string, string>;
  };
}

/** The one way that is used; undefined without any credentials, so that no Authorization header is sent. */
export function chooseAuth(choice: AuthChoice): HttpAuth | undefined {
  const { username, password } = choice;
  if (choice.oauth2?.tokenUrl) return { kind: 'oauth2', ...choice.oauth2 };
  if (choice.bearer) return { kind: 'bearer', token: choice.bearer };
  if (username === '' && password === '') return undefined;
  if (choice.ntlmv2) return { kind: 'ntlm', version: 2, username, password };
  if (choice.ntlm) return { kind: 'ntlm', version: 1, username, password };
  return { kind: choice.digest ? 'digest' : 'basic', username, password };
}
