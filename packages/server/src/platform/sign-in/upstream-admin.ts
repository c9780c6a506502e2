import { json } from 'node:stream/consumers';
import { AppError, errorText, type IdentityTraits } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import { z } from 'zod';
import type { Forwarder } from '../http/forward.ts';

const ANSWER_MS = 10_000;
/** The schema that a Kratos has unless it is told of others. */
const SCHEMA = 'default';

/** How an act on an identity ended: `taken`: the address is somebody else's; `gone`: there is no such identity. */
export type UpstreamChange = 'done' | 'taken' | 'gone';

/**
 * What is done with the identities of a Kratos service elsewhere, by its administration API (contract identity §9.5). Ids
 * are UUIDs. All throw `SIGN_IN_UNAVAILABLE` where it does not answer, and `REQUEST_INVALID` where it refuses traits.
 */
export interface UpstreamAdmin {
  /** Adds an identity without credentials; answers its id. Null: somebody signs in by the address. */
  add(traits: IdentityTraits): Promise<string | null>;
  /** Changes the traits that are given, and whether it may sign in; what else it has stays. */
  change(id: string, change: { traits?: Partial<IdentityTraits>; isActive?: boolean }): Promise<UpstreamChange>;
  endSessions(id: string): Promise<void>;
  /** Removes it with its sessions; one that is gone is as wanted. */
  remove(id: string): Promise<void>;
  /** Begins a recovery that any browser may go on with by a code. Null: there is no such identity. */
  recover(id: string, lifespanS: number): Promise<{ link: string; code: string } | null>;
}

export interface UpstreamAdminOptions {
  /** The base of its administration API. */
  url: string;
  /** Where people reach the console: the link of a recovery leads there. */
  consoleUrl: URL;
  forwarder: Pick<Forwarder, 'forward'>;
  log: Log;
}

const identitySchema = z.object({ id: z.uuid() });
const recoverySchema = z.object({ recovery_link: z.url(), recovery_code: z.string().min(1) });

/** Makes the way to the administration of the identity service that the settings name. */
export function createUpstreamAdmin({ url, consoleUrl, forwarder, log }: UpstreamAdminOptions): UpstreamAdmin {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);

  async function call(method: string, path: string, given?: object): Promise<{ status: number; body: unknown }> {
    const text = given === undefined ? null : JSON.stringify(given);
    const headers = {
      accept: 'application/json',
      ...(text === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    };
    try {
      const target = new URL(`admin/${path}`, base);
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await forwarder.forward({ method, url: target, headers, body: text, signal });
      return { status: answer.status, body: await json(answer.body).catch(() => null) };
    } catch (error) {
      log.warn({ error: errorText(error) }, 'the administration of the identity service does not answer');
      throw new AppError('SIGN_IN_UNAVAILABLE', { cause: error });
    }
  }

  /** Its body is not told: it may hold what a person typed. */
  function unexpected(act: string, status: number): AppError {
    log.warn({ act, status }, 'the administration of the identity service answers something else');
    return new AppError('SIGN_IN_UNAVAILABLE');
  }

  return {
    async add(traits) {
      const { status, body } = await call('POST', 'identities', { schema_id: SCHEMA, traits, state: 'active' });
      if (status === 409) return null;
      if (status === 400) throw refused();
      const made = identitySchema.safeParse(body);
      if (status !== 201 || !made.success) throw unexpected('add', status);
      return made.data.id;
    },
    async change(id, { traits = {}, isActive }) {
      const patch = [
        ...Object.entries(traits).map(([name, value]) => ({ op: 'add', path: `/traits/${name}`, value })),
        ...(isActive === undefined ? [] : [{ op: 'replace', path: '/state', value: isActive ? 'active' : 'inactive' }]),
      ];
      const { status } = await call('PATCH', `identities/${id}`, patch);
      if (status === 200) return 'done';
      if (status === 409) return 'taken';
      if (status === 404) return 'gone';
      throw status === 400 ? refused() : unexpected('change', status);
    },
    async endSessions(id) {
      const { status } = await call('DELETE', `identities/${id}/sessions`);
      if (status !== 204 && status !== 404) throw unexpected('end sessions', status);
    },
    async remove(id) {
      const { status } = await call('DELETE', `identities/${id}`);
      if (status !== 204 && status !== 404) throw unexpected('remove', status);
    },
    async recover(id, lifespanS) {
      const asked = { identity_id: id, expires_in: `${lifespanS}s`, flow_type: 'browser' };
      const { status, body } = await call('POST', 'recovery/code', asked);
      if (status === 404) return null;
      const found = recoverySchema.safeParse(body);
      const flow = found.success ? new URL(found.data.recovery_link).searchParams.get('flow') : null;
      if (status !== 201 || !found.success || flow === null) throw unexpected('recover', status);
      const link = new URL(`/recovery?${new URLSearchParams({ flow })}`, consoleUrl).href;
      return { link, code: found.data.recovery_code };
    },
  };
}

/** The schema there asks for other traits. */
function refused(): AppError {
  return new AppError('REQUEST_INVALID', { message: 'The identity service does not take these names or this address' });
}
