import {
  authenticationField,
  type Bootstrap,
  CHECK_FORMS_FILE,
  type CheckForm,
  templateField,
} from '@quarterdeck/contract';
import { createDb } from '../../data/db.ts';
import { createHttp } from '../../data/http.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { openApp } from '../../testing/open-app.tsx';

/** A request as a test server gets it; `table` is the relation under `/api/db`, of other writes the whole path. */
export interface Asked {
  method: string;
  table: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** Answers a request of the REST dialect: rows, or a whole answer. Undefined: no rows. */
export type Answering = (asked: Asked) => object[] | Response | undefined;

/** Opens the console at an address over a small server; `asked` holds what reached the REST dialect. */
export function openConsole(
  address: string,
  answer: Answering = () => undefined,
  roles = ['admin'],
  mode?: Bootstrap['mode'],
) {
  const fake = createFakeApi([]);
  fake.api.roles = roles;
  if (mode !== undefined) fake.api.mode = mode;
  const asked: Asked[] = [];
  const rest = fake.services.http;
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, 'http://localhost');
    if (url.pathname === `/api/schemas/${CHECK_FORMS_FILE}`) return answerForms(answer);
    const method = init.method ?? 'GET';
    const isRest = url.pathname.startsWith('/api/db/');
    if (!isRest && method === 'GET') return new Response(JSON.stringify(await rest.get(path)));
    const one: Asked = {
      method,
      table: isRest ? url.pathname.slice('/api/db/'.length) : url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
    };
    asked.push(one);
    const answered = answer(one) ?? [];
    if (answered instanceof Response) return answered;
    const headers = { 'content-range': `0-${answered.length}/${answered.length}` };
    return new Response(JSON.stringify(answered), { headers });
  };
  const http = createHttp({ fetch: fetch as never, isOnline: () => true });
  const services = { ...fake.services, http, db: createDb(http) };
  const { router, search } = openApp(address, { fake: { ...fake, services } });
  const written = () => asked.filter(({ method }) => method !== 'GET');
  return { ...fake, router, search, asked, written };
}

/** The forms of the small server, unless the test answers table `forms` otherwise. */
function answerForms(answer: Answering): Response {
  const answered = answer({ method: 'GET', table: 'forms', query: new URLSearchParams(), body: {} }) ?? FORMS;
  return answered instanceof Response ? answered : new Response(JSON.stringify(answered));
}

/** Kinds of checks as a server answers them. */
export const FORMS: readonly CheckForm[] = [
  {
    id: 'tcp',
    label: 'TCP',
    description: 'Connects to a port.',
    icon: 'tcp',
    keys: ['tcp'],
    fields: [
      { kind: 'text', path: 'endpoint', label: 'URL', required: true },
      templateField('test', 'Test'),
      { kind: 'number', path: 'thresholdMillis', label: 'Max Response Time (in millis)', min: 0 },
    ],
  },
  {
    id: 'alertManager',
    label: 'Alert Manager',
    description: 'Reads firing alerts.',
    icon: 'alertmanager',
    keys: ['alertManager'],
    advanced: false,
    fields: [
      { kind: 'text', path: 'host', label: 'URL', required: true },
      authenticationField(),
      {
        kind: 'list',
        path: 'alerts',
        label: 'Alerts',
        itemLabel: 'alert',
        item: { kind: 'text', path: '', label: 'Alert' },
      },
    ],
  },
  {
    id: 'sql',
    label: 'SQL Query',
    description: 'Runs a query.',
    icon: 'sql',
    keys: ['postgres', 'mysql'],
    initial: { query: 'SELECT 1' },
  },
];

/** The refusal of a spec as the server answers it. */
export function refusedSpec(problems: { field: string; message: string }[]): Response {
  const [first] = problems;
  const message = `${first?.field}: ${first?.message}`;
  const body = { code: 'DOCUMENT_FIELD', error: message, message, details: { field: first?.field, problems } };
  return new Response(JSON.stringify(body), { status: 400 });
}
