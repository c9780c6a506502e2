/** A text as a literal of SQL. For texts of this folder. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** An array of texts as a literal of SQL. */
export function list(texts: readonly string[]): string {
  return `array[${texts.map(quote).join(', ')}]`;
}

/**
 * Functions that the statements of a world use, gone with the session. Everything is a function of a number and a word,
 * so that the same size is the same world but for its times, which end at `world_now()`.
 */
export const HELPERS: readonly string[] = [
  `create or replace function pg_temp.world_now() returns timestamptz language sql stable as $$
     select current_setting('world.now')::timestamptz $$`,
  // 53 bits of a hash: a number from 0 up to 1.
  `create or replace function pg_temp.part(n int8, word text) returns float8 language sql immutable as $$
     select (hashint8extended(n, hashtextextended(word, 20260101)) & 9007199254740991)::float8 / 9007199254740992 $$`,
  `create or replace function pg_temp.below(n int8, word text, top int8) returns int8 language sql immutable as $$
     select floor(pg_temp.part(n, word) * top)::int8 $$`,
  // Few numbers are drawn often, most are rare.
  `create or replace function pg_temp.skewed(n int8, word text, top int8) returns int8 language sql immutable as $$
     select floor(power(pg_temp.part(n, word), 3) * top)::int8 $$`,
  `create or replace function pg_temp.pick(n int8, word text, choices text[]) returns text language sql immutable as $$
     select choices[1 + pg_temp.below(n, word, cardinality(choices))] $$`,
  `create or replace function pg_temp.id(kind text, n int8) returns uuid language sql immutable as $$
     select md5(kind || ' ' || n)::uuid $$`,
  // Sorts by time, like the ids that the schema makes.
  `create or replace function pg_temp.timed_id(at timestamptz, kind text, n int8) returns uuid language sql immutable as $$
     select (lpad(to_hex((extract(epoch from at) * 1000)::int8), 12, '0') || left(md5(kind || ' ' || n), 20))::uuid $$`,
  // Up to so many days ago, more of them lately.
  `create or replace function pg_temp.ago(n int8, word text, days float8) returns timestamptz language sql stable as $$
     select pg_temp.world_now() - power(pg_temp.part(n, word), 1.5) * days * interval '1 day' $$`,
];

export const SEVERITY = (n: string): string =>
  `pg_temp.pick(${n}, 'severity', array['info', 'info', 'info', 'low', 'low', 'medium', 'medium', 'high', 'critical'])`;

export const HEALTH = (n: string): string => `case
  when pg_temp.part(${n}, 'health') < 0.93 then 'healthy' when pg_temp.part(${n}, 'health') < 0.97 then 'unhealthy'
  when pg_temp.part(${n}, 'health') < 0.99 then 'warning' else 'unknown' end`;

/** Words that things are named after: parts of a shop, as in the made-up checks. */
export const SERVICES = [
  'ledger',
  'settlement',
  'card-vault',
  'fraud-score',
  'invoicing',
  'cart',
  'storefront',
  'promotions',
  'order-intake',
  'sign-in',
  'directory',
  'sessions',
  'query',
  'indexer',
  'suggest',
  'ranking',
  'edge',
  'gateway',
  'rate-limit',
  'metrics',
  'traces',
  'log-intake',
  'warehouse-api',
  'carrier',
  'returns',
  'stock',
  'images',
  'transcode',
  'uploads',
  'push',
  'releases',
  'deep-links',
] as const;
export const NAMESPACES = [
  'payments',
  'checkout',
  'identity',
  'search',
  'ingress',
  'data-platform',
  'monitoring',
  'fulfilment',
  'media',
  'mobile',
] as const;
export const TEAMS = [
  'platform',
  'commerce',
  'accounts',
  'discovery',
  'logistics',
  'data',
  'security',
  'mobile',
] as const;
