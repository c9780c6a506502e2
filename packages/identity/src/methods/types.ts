import type {
  AuthenticationMethod,
  ContinueWith,
  FlowMessage,
  FlowNode,
  IdentityTraits,
  NodeGroup,
} from '@quarterdeck/contract';
import type { IdentityContext } from '../context.ts';
import type { Queryable } from '../database.ts';
import type { StoredFlow } from '../flows/flow-store.ts';
import type { FormValues } from '../http/negotiate.ts';
import type { StoredIdentity } from '../people/identity-store.ts';
import type { Visit } from '../visit.ts';
import type { CredentialKind } from './credential-store.ts';

/** A text for the form, or for the node of a name. */
export interface PlacedMessage {
  node?: string;
  message: FlowMessage;
}

/** What a method knows while it makes nodes or reads a form. */
export interface MethodInput {
  context: IdentityContext;
  visit: Visit;
  flow: StoredFlow;
  /** Whose flow, when that is known: of settings, refreshes and second steps. */
  identity: StoredIdentity | null;
  /** The kinds of credentials that the identity has. */
  kinds: ReadonlySet<CredentialKind>;
}

export interface SubmitInput extends MethodInput {
  values: FormValues;
}

/** Why a form was refused. `values` are shown again; nothing secret. */
export interface Refusal {
  kind: 'refused';
  messages: PlacedMessage[];
  values?: Record<string, string>;
  /** A proof of the second step was wrong: it counts towards the limits. */
  failed?: boolean;
}

export type LoginOutcome = Refusal | { kind: 'proven'; identity: StoredIdentity; method: ProvenBy };

/** The rest is proven at another place, and the browser has to go there. */
export interface Elsewhere {
  kind: 'elsewhere';
  to: string;
}

/** How someone was proven; the level follows from the step. */
export type ProvenBy = Omit<AuthenticationMethod, 'aal' | 'completed_at'>;

export type SettingsOutcome =
  | Refusal
  /** Written. `proven`: the session has proven that factor with it. `endOthers`: whoever else is signed in is not any more. `after`: what follows once it is written. */
  | {
      kind: 'saved';
      action: string;
      target?: string;
      proven?: ProvenBy;
      endOthers?: boolean;
      after?: () => Promise<ContinueWith[]>;
    }
  /** Something is shown or kept for a confirmation; nothing was written. */
  | { kind: 'shown' };

/**
 * One way to prove who someone is, in its own folder: how it looks in each flow, and what it does there. A flow asks
 * each method for its nodes, and gives a form to the first that accepts it.
 */
export interface Method {
  group: NodeGroup;
  login?: {
    /** Which step it is. */
    step: 1 | 2;
    accepts(values: FormValues): boolean;
    nodes(input: MethodInput): FlowNode[] | Promise<FlowNode[]>;
    submit(input: SubmitInput): Promise<LoginOutcome | Elsewhere>;
    /** What follows once someone is signed in with all steps, by whatever method; in the transaction of it. */
    afterwards?(db: Queryable, input: MethodInput & { identity: StoredIdentity }): Promise<void>;
  };
  registration?: {
    accepts(values: FormValues): boolean;
    nodes(input: MethodInput): FlowNode[] | Promise<FlowNode[]>;
  } & (
    | {
        /** What is wrong with the form, by itself. */
        check(input: SubmitInput, traits: IdentityTraits): Promise<PlacedMessage[]>;
        /** Adds the credential to the new identity. */
        attach(db: Queryable, input: SubmitInput, identity: StoredIdentity): Promise<ProvenBy>;
      }
    /** Who registers is told by another place. */
    | { leave(input: SubmitInput): Promise<Refusal | Elsewhere> }
  );
  settings?: {
    accepts(values: FormValues): boolean;
    /** Whether it asks for a sign-in of the last minutes. */
    isPrivileged(input: SubmitInput): boolean;
    nodes(input: SettingsInput): FlowNode[] | Promise<FlowNode[]>;
    /** Goes elsewhere instead of the submit; null: this form asks for nothing there. */
    leave?(input: SettingsInput & SubmitInput): Promise<Refusal | Elsewhere | null>;
    submit(input: SettingsSubmit): Promise<SettingsOutcome>;
  };
}

export interface SettingsInput extends MethodInput {
  identity: StoredIdentity;
}

/** All that a method writes goes through `db`: one transaction with the flow. */
export interface SettingsSubmit extends SettingsInput {
  values: FormValues;
  db: Queryable;
}
