import type { Flow } from '@quarterdeck/contract';
import { loadConfig, openAccounts } from '@quarterdeck/server';

/** The account of the bench. */
export const EMAIL = 'bench@example.test';

/**
 * The account of the bench, which administers, made as an operator does; the database may have it from a run before.
 * Answers its password.
 */
export async function addAdministrator(dataDir: string): Promise<string> {
  const accounts = await openAccounts(
    loadConfig({ QD_MODE: 'self-hosted', QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'silent' }, {}, dataDir, false),
  );
  try {
    return await accounts.add({ email: EMAIL, firstName: 'Bench', lastName: '', roles: ['admin'] });
  } catch {
    return await accounts.reset(EMAIL);
  } finally {
    await accounts.stop();
  }
}

/** One try to sign in. */
export interface Attempt {
  password: string;
  /** Another one each time, because one is limited. */
  source: string;
  email?: string;
}

/** Submits the form as a page of the console does. Answers how long that took, without the form's own way here. */
export async function attempt(
  url: string,
  { password, source, email = EMAIL }: Attempt,
): Promise<{ answer: Response; tookMs: number }> {
  const headers = { accept: 'application/json', 'x-forwarded-for': source };
  const created = await fetch(`${url}/api/.ory/self-service/login/browser`, { headers });
  const flow = (await created.json()) as Flow;
  const csrf = flow.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === 'input' && attributes.name === 'csrf_token' ? [attributes.value] : [],
  )[0];
  const began = performance.now();
  const answer = await fetch(flow.ui.action, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', cookie: cookiesOf(created) },
    body: JSON.stringify({ method: 'password', identifier: email, password, csrf_token: csrf }),
  });
  return { answer, tookMs: performance.now() - began };
}

/** Signs the account of the bench in. Answers its cookie. */
export async function signIn(url: string, password: string, source: string): Promise<string> {
  const { answer } = await attempt(url, { password, source });
  if (answer.status !== 200) throw new Error(`a sign-in answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return cookiesOf(answer);
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}
