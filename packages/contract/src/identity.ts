/**
 * What the console and the identity service say to each other (contract identity §2): flows and their nodes, messages,
 * sessions, error envelopes. Times are RFC 3339 in UTC, ids UUIDs; what is optional is absent, not null.
 */

export const flowKinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const;
export type FlowKind = (typeof flowKinds)[number];

export type FlowState = 'choose_method' | 'sent_email' | 'passed_challenge' | 'show_form' | 'success';

/** How strongly a session is proven: by one factor or by two. */
export type AssuranceLevel = 'aal1' | 'aal2';

/** Where a node belongs; a page shows each group by itself. */
export type NodeGroup =
  | 'default'
  | 'password'
  | 'oidc'
  | 'profile'
  | 'link'
  | 'code'
  | 'totp'
  | 'lookup_secret'
  | 'webauthn'
  | 'passkey'
  | 'identifier_first';

/** A text for the person. Programs branch on `id` only (contract identity §4). */
export interface FlowMessage {
  id: number;
  type: 'error' | 'info' | 'success';
  text: string;
  context?: Record<string, unknown>;
}

export interface InputAttributes {
  node_type: 'input';
  name: string;
  type:
    | 'text'
    | 'password'
    | 'number'
    | 'checkbox'
    | 'hidden'
    | 'email'
    | 'tel'
    | 'submit'
    | 'button'
    | 'datetime-local'
    | 'date'
    | 'url';
  value?: string | number | boolean;
  required?: boolean;
  disabled: boolean;
  autocomplete?: string;
  pattern?: string;
  maxlength?: number;
  label?: FlowMessage;
  options?: { value: string }[];
  /** Name of the ceremony that a button begins; never code to run. */
  onclickTrigger?: string;
  onloadTrigger?: string;
}

export interface ImageAttributes {
  node_type: 'img';
  id: string;
  src: string;
  width: number;
  height: number;
}

export interface TextAttributes {
  node_type: 'text';
  id: string;
  text: FlowMessage;
}

export interface AnchorAttributes {
  node_type: 'a';
  id: string;
  href: string;
  title: FlowMessage;
}

export type NodeAttributes = InputAttributes | ImageAttributes | TextAttributes | AnchorAttributes;

/** One piece of a form. `type` equals `attributes.node_type`; names repeat (several `method`, several `provider`). */
export interface FlowNode {
  type: NodeAttributes['node_type'];
  group: NodeGroup;
  attributes: NodeAttributes;
  messages: FlowMessage[];
  meta: { label?: FlowMessage };
}

/** A self-service flow of the browser (contract identity §2.1). */
export interface Flow {
  id: string;
  type: 'browser';
  issued_at: string;
  expires_at: string;
  request_url: string;
  return_to?: string;
  active?: string;
  state: FlowState;
  ui: { action: string; method: 'GET' | 'POST'; nodes: FlowNode[]; messages?: FlowMessage[] };
  /** Of a login flow. */
  refresh?: boolean;
  requested_aal?: AssuranceLevel;
  created_at?: string;
  updated_at?: string;
  /** Of a settings flow. */
  identity?: Identity;
  continue_with?: ContinueWith[];
}

export interface IdentityTraits {
  email: string;
  name?: { first?: string; last?: string };
}

export interface IdentityAddress {
  id: string;
  value: string;
  via: 'email';
  created_at: string;
  updated_at: string;
}

export interface VerifiableAddress extends IdentityAddress {
  verified: boolean;
  status: 'pending' | 'sent' | 'completed';
  verified_at?: string;
}

/** Who signs in; credentials are never part of it (contract identity §2.5). */
export interface Identity {
  id: string;
  schema_id: string;
  schema_url: string;
  state: 'active' | 'inactive';
  state_changed_at?: string;
  traits: IdentityTraits;
  verifiable_addresses: VerifiableAddress[];
  recovery_addresses: IdentityAddress[];
  metadata_public: null;
  created_at: string;
  updated_at: string;
}

export interface AuthenticationMethod {
  method: string;
  aal: AssuranceLevel;
  completed_at: string;
  provider?: string;
}

/** `identity` is null while a second factor is owed (contract identity §2.4). */
export interface IdentitySession {
  id: string;
  active: boolean;
  issued_at: string;
  authenticated_at: string;
  expires_at: string;
  authenticator_assurance_level: AssuranceLevel;
  authentication_methods: AuthenticationMethod[];
  devices: { id: string; ip_address: string; user_agent: string; location: string }[];
  identity: Identity | null;
}

/** What the console does next, beside the answer itself (contract identity §2.7). */
export type ContinueWith =
  | { action: 'redirect_browser_to'; redirect_browser_to: string }
  | { action: 'show_verification_ui'; flow: { id: string; verifiable_address: string; url?: string } }
  | { action: 'show_settings_ui'; flow: { id: string; url?: string } }
  | { action: 'show_recovery_ui'; flow: { id: string; url?: string } };

/** Ids of refusals that a program reacts to (contract identity §5.1). */
export type FlowErrorId =
  | 'session_inactive'
  | 'session_aal1_required'
  | 'session_aal2_required'
  | 'session_already_available'
  | 'session_refresh_required'
  | 'self_service_flow_expired'
  | 'self_service_flow_replaced'
  | 'self_service_flow_disabled'
  | 'self_service_flow_return_to_forbidden'
  | 'security_csrf_violation'
  | 'security_identity_mismatch'
  | 'browser_location_change_required'
  | 'session_verified_address_required';

/** The body of a refusal (contract identity §2.6). */
export interface FlowErrorBody {
  error: {
    id?: FlowErrorId;
    code: number;
    status: string;
    message: string;
    reason?: string;
    details?: Record<string, unknown>;
  };
  redirect_browser_to?: string;
  use_flow_id?: string;
  expired_at?: string;
  since?: number;
}
