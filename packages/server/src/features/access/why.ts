import {
  type AccessAction,
  type AccessTarget,
  AppError,
  accessActions,
  accessObjects,
  accessResources,
  type GuardedKind,
  guardedKinds,
  isRole,
  isUuid,
  type Role,
  roles,
  type WhyAnswer,
  type WhyParty,
  type WhyReason,
  type WhySubjectType,
  whySubjectTypes,
} from '@quarterdeck/contract';
import { type Authz, type Caller, describeCondition, effectOf, type Subject } from '../../platform/index.ts';
import type { WhyStore } from './why-store.ts';

/** What is asked: a decision about a subject (absent: the caller), and maybe about one item. */
export interface WhyQuestion extends AccessTarget {
  subject: { type: WhySubjectType; id: string } | null;
  action: AccessAction;
  item: { kind: GuardedKind; id: string } | null;
}

/** Tells why somebody may do something, or may not. */
export interface WhyService {
  /** Throws `ACCESS_DENIED` (who may not change roles asks about themselves and their tokens only), `SUBJECT_NOT_FOUND`. */
  why(caller: Caller, question: WhyQuestion): Promise<WhyAnswer>;
}

/** Makes the service. It judges nothing: the decision is that of `authz`, which enforces it. */
export function createWhyService(
  authz: Pick<Authz, 'decide' | 'explain'>,
  store: WhyStore,
  tokenById: (id: string) => Promise<Caller | null>,
  /** What a person has by the sign-in, beside what is given here. */
  givenRoles: (personId: string) => Promise<Role[]>,
): WhyService {
  async function subjectOf(caller: Caller, asked: WhyQuestion['subject']): Promise<{ who: Subject; party: WhyParty }> {
    if (asked === null || (asked.type === 'person' && asked.id === caller.id)) {
      return { who: caller, party: { type: 'person', id: caller.id, name: caller.name } };
    }
    const token = asked.type === 'token' ? await tokenById(asked.id) : null;
    const isOwn = token !== null && token.token?.owner === caller.id;
    const rbac = { object: 'rbac', resource: 'rbac' } as const;
    if (!isOwn && authz.decide(caller, rbac, 'update').kind !== 'all') {
      throw new AppError('ACCESS_DENIED', { details: { ...rbac, action: 'update' } });
    }
    const { type, id } = asked;
    if (type === 'token') {
      if (token === null) throw new AppError('SUBJECT_NOT_FOUND');
      const [stored] = await store.subjects(type, [id]);
      return { who: token, party: { type, id, name: stored?.name ?? token.name } };
    }
    if (type === 'role' || type === 'group') {
      return { who: { type, id, name: id, namespace: '' }, party: { type, id, name: id } };
    }
    const [found] = await store.subjects(type, [id]);
    if (found === undefined) throw new AppError('SUBJECT_NOT_FOUND');
    const { name, namespace, email } = found;
    const who = type === 'person' ? { id, name, email, roles: await givenRoles(id) } : { type, id, name, namespace };
    return { who, party: { type, id, name } };
  }

  /** Names of the principals on the ways, by their keys. */
  async function partiesOf(keys: readonly string[], known: WhyParty): Promise<Map<string, WhyParty>> {
    const parties = new Map(keys.map((key) => [key, partyOf(key)]));
    const ofType = (type: WhySubjectType) =>
      [...parties.values()].flatMap((one) => (one.type === type ? [one.id] : []));
    const named = await Promise.all(
      whySubjectTypes.map(async (type) => {
        const found = await store.subjects(type, ofType(type));
        return found.map(({ id, name }): WhyParty => ({ type, id, name }));
      }),
    );
    for (const party of [...named.flat(), known]) parties.set(`${party.type}:${party.id}`, party);
    return parties;
  }

  return {
    async why(caller, question) {
      const { object, resource, action, item } = question;
      const { who, party } = await subjectOf(caller, question.subject);
      const items = item === null ? null : { [item.kind]: item.id };
      const { outcome, reasons } = await authz.explain(who, { object, resource }, action, items);
      const parties = await partiesOf([...new Set(reasons.flatMap(({ via }) => via))], party);
      return {
        subject: party,
        object,
        resource,
        action,
        ...(item === null ? {} : { item }),
        outcome,
        reasons: reasons.map(({ ground, decides, via, fits }): WhyReason => {
          const way = via.flatMap((key) => parties.get(key) ?? []);
          const told = { effect: effectOf(ground), decides, via: way };
          const about = fits === null ? {} : { fits };
          if ('role' in ground) {
            const condition = ground.isNarrowed ? { condition: 'it names no item (rls.enable)', ...about } : {};
            return { kind: 'role', name: ground.role, ...told, ...condition };
          }
          const { id, label, name, condition, untilMs } = ground.rule;
          return {
            kind: name === undefined ? 'policy' : 'permission',
            ...(id === null ? {} : { id }),
            name: name ?? label,
            ...told,
            ...(condition === null ? {} : { condition: describeCondition(condition), ...about }),
            ...(untilMs === null ? {} : { untilMs }),
          };
        }),
      };
    },
  };
}

/** A principal by its key, named by its id until its name is known. */
function partyOf(key: string): WhyParty {
  const [, kind = '', id = ''] = /^([a-z]+):(.*)$/s.exec(key) ?? [];
  const type = whySubjectTypes.find((one) => one === kind);
  return type === undefined ? { type: 'everyone', id: '', name: 'everyone' } : { type, id, name: id };
}

/** Reads the question of GET /rbac/why. Throws `REQUEST_INVALID` with the field. */
export function readWhyQuestion(query: unknown): WhyQuestion {
  const given = new Map(Object.entries(typeof query === 'object' && query !== null ? query : {}));
  const text = (field: string): string => {
    const value = given.get(field) ?? '';
    if (typeof value !== 'string') throw refuse(field, 'one text');
    return value;
  };
  const type = text('subject_type');
  const kind = text('kind');
  return {
    subject: type === '' ? null : readSubject(oneOf('subject_type', type, whySubjectTypes), text('subject')),
    object: oneOf('object', text('object'), accessObjects),
    resource: oneOf('resource', text('resource'), accessResources),
    action: oneOf('action', text('action'), accessActions),
    item: kind === '' ? null : { kind: oneOf('kind', kind, guardedKinds), id: readId('item', text('item')) },
  };
}

function readSubject(type: WhySubjectType, id: string): { type: WhySubjectType; id: string } {
  if (type === 'role' && !isRole(id)) throw refuse('subject', `one of ${roles.join(', ')}`);
  if (type === 'group' && id === '') throw refuse('subject', 'the name of a group');
  return { type, id: type === 'role' || type === 'group' ? id : readId('subject', id) };
}

function readId(field: string, id: string): string {
  if (!isUuid(id)) throw refuse(field, 'an id');
  return id.toLowerCase();
}

function oneOf<T extends string>(field: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw refuse(field, `one of ${choices.join(', ')}`);
  return found;
}

function refuse(field: string, expected: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `${field}: expected ${expected}`, details: { field, expected } });
}
