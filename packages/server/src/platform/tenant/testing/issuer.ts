import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  KEY_SET_PATH,
  MEMBERSHIP_PATH,
  type MembershipQuestion,
  type OrganizationRole,
  tenantAudience,
} from '@quarterdeck/contract';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A control plane of a test: its keys are served on loopback, and it signs whatever it is told to. */
export interface TestIssuer {
  url: string;
  /** The public key that is served, as a client may read it. */
  publicKey: JWK;
  /** How often the keys were read. */
  reads(): number;
  /** What it tells about members when it is asked, by subject; who is not in it is none. */
  members: Map<string, OrganizationRole>;
  /** The questions about members that it answered or refused. */
  questions: MembershipQuestion[];
  /** Whether it answers such questions with a failure. */
  fail(fails: boolean): void;
  /** What a good token of an organisation says at a moment; 60 s of life. */
  claims(organizationId: string, nowMs: number, others?: Record<string, unknown>): Record<string, unknown>;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Signs with a new key from now on, which is served together with the old one. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const served: JWK[] = [];
  let signing = await makeKey();
  let reads = 0;
  let fails = false;
  const members = new Map<string, OrganizationRole>();
  const questions: MembershipQuestion[] = [];
  served.push(signing.jwk);
  const server = createServer(async (request, response) => {
    if (request.url === MEMBERSHIP_PATH) {
      let body = '';
      for await (const piece of request) body += String(piece);
      const question = JSON.parse(body) as MembershipQuestion;
      questions.push(question);
      if (fails) return void response.writeHead(500).end();
      if (question.proof !== proofOf(question.sub)) return void response.writeHead(401).end();
      return void response.end(JSON.stringify({ role: members.get(question.sub) ?? null }));
    }
    if (request.url !== KEY_SET_PATH) return void response.writeHead(404).end();
    reads += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: served }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicKey = signing.jwk;
  return {
    url,
    publicKey,
    reads: () => reads,
    members,
    questions,
    fail(yes) {
      fails = yes;
    },
    claims(organizationId, nowMs, others = {}) {
      const now = Math.floor(nowMs / 1000);
      return {
        iss: url,
        aud: tenantAudience(organizationId),
        sub: 'user-1',
        sid: 'session-1',
        org_id: organizationId,
        org_slug: 'a',
        org_role: 'member',
        email: 'uma@example.test',
        email_verified: true,
        name: 'Uma',
        picture: null,
        azp: url,
        membership_proof: proofOf(String(others.sub ?? 'user-1')),
        iat: now,
        nbf: now,
        exp: now + 60,
        ...others,
      };
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: String(signing.jwk.kid), ...header })
        .sign(signing.privateKey),
    async rotate() {
      signing = await makeKey();
      served.push(signing.jwk);
    },
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

const proofOf = (sub: string) => `proof of ${sub}`;

let made = 0;

async function makeKey() {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  made += 1;
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: `key-${made}`, alg: 'EdDSA', use: 'sig' } };
}
