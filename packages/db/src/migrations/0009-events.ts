/** The outbox: what happened, for whoever acts on it later. */
export const events = /* sql */ `
create table event_queue (
  id uuid primary key default generate_ulid(),
  name text not null,
  properties jsonb,
  error text,
  delay int8,
  created_at timestamptz not null default now(),
  last_attempt timestamptz,
  attempts int4 default 0,
  priority int4 not null default 100,
  constraint event_queue_name_properties_key unique (name, properties)
);
create index event_queue_properties_idx on event_queue using gin (properties);
create index event_queue_pop_idx on event_queue (name, delay, attempts, last_attempt, priority, created_at);
`;
