import { list, NAMESPACES, TEAMS } from './text.ts';

const FIRST = ['Ada', 'Noor', 'Mei', 'Jonas', 'Priya', 'Tomas', 'Lena', 'Omar', 'Ines', 'Kofi', 'Sara', 'Yuki'];
const LAST = ['Berg', 'Okafor', 'Lindt', 'Haddad', 'Novak', 'Silva', 'Tanaka', 'Moreau', 'Keller', 'Rossi'];
export const PEOPLE = 60;
export const AGENTS = 8;

/** SQL of a person's id by a number. */
export const personOf = (n: string, word: string): string =>
  `pg_temp.id('person', pg_temp.below(${n}, '${word}', ${PEOPLE}))`;

/** People, teams, agents, connections, properties and permissions. */
export function peopleStatements(): string[] {
  return [
    `insert into people (id, name, email, title, created_at) select pg_temp.id('person', n), name,
       lower(replace(name, ' ', '.')) || case when n >= 120 then n::text else '' end || '@example.org',
       pg_temp.pick(n, 'title', array['Engineer', 'Site reliability engineer', 'Team lead', 'Analyst']),
       pg_temp.ago(n, 'joined', 900)
     from generate_series(0, ${PEOPLE - 1}) n, lateral (select (${list(FIRST)})[1 + n % ${FIRST.length}] || ' '
       || (${list(LAST)})[1 + (n / ${FIRST.length} + n) % ${LAST.length}] as name) named`,
    `insert into teams (id, name, icon, created_by, source) select pg_temp.id('team', n - 1), name, 'group',
       ${personOf('n', 'team')}, 'UI' from unnest(${list(TEAMS)}) with ordinality t(name, n)`,
    `insert into team_members (team_id, person_id) select pg_temp.id('team', n % ${TEAMS.length}), pg_temp.id('person', n)
     from generate_series(0, ${PEOPLE - 1}) n`,
    `insert into casbin_rule (ptype, v0, v1) select 'g', pg_temp.id('person', n)::text,
       case when n < 3 then 'admin' when n < 20 then 'editor' when n < 35 then 'responder' else 'viewer' end
     from generate_series(0, ${PEOPLE - 1}) n`,
    `insert into agents (id, name, description, hostname, version, last_seen, last_received, created_by)
     select pg_temp.id('agent', n), 'edge-' || pg_temp.pick(n, 'site', array['oslo', 'lyon', 'porto', 'graz']) || '-' || n,
       'Runs in a site of its own', 'edge-' || n || '.example.org', '1.0.' || n, pg_temp.world_now() - n * n * interval '20 seconds',
       pg_temp.world_now() - n * n * interval '30 seconds', ${personOf('n', 'agent')} from generate_series(0, ${AGENTS - 1}) n`,
    `insert into connections (id, name, namespace, type, url, username, source, created_by)
     select pg_temp.id('connection', n), (array['warehouse', 'git', 'registry', 'alerts', 'mail', 'metrics'])[1 + n % 6] || '-' || n,
       'default', (array['postgres', 'git', 'http', 'slack', 'email', 'prometheus'])[1 + n % 6],
       'https://' || (array['warehouse', 'git', 'registry', 'alerts', 'mail', 'metrics'])[1 + n % 6] || '.example.org', '', 'UI',
       ${personOf('n', 'connection')} from generate_series(0, 17) n`,
    `insert into permissions (id, name, subject, subject_type, action, object, object_selector, deny, description, created_by)
     select pg_temp.id('permission', n), 'rule-' || n, pg_temp.id('person', 35 + n % 25)::text, 'person',
       (array['read', 'playbook:run', 'update'])[1 + n % 3], (array['catalog', 'playbooks', 'topology'])[1 + n % 3], null,
       n % 12 = 0, 'Given for a shift', ${personOf('n', 'permission')} from generate_series(0, 39) n`,
    `insert into permission_groups (name, namespace, selectors, created_by) select t || '-night', 'default',
       jsonb_build_object('people', jsonb_build_array('*')), ${personOf('1', 'group')} from unnest(${list(TEAMS.slice(0, 3))}) t`,
    `insert into logging_backends (name, spec, source, created_by) select ns || '-logs',
       jsonb_build_object('url', 'https://logs.example.org'), 'UI', ${personOf('1', 'logs')} from unnest(${list(NAMESPACES.slice(0, 4))}) ns`,
    `insert into saved_query (query, description, created_by) select 'type=Kubernetes::Pod health=unhealthy', 'Broken pods', ''`,
  ];
}
