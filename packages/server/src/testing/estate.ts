import { randomUUID } from 'node:crypto';
import type { Database } from '@quarterdeck/db';

/** Two teams' items that hang together, so that what is hidden of one must not show through the other. */
export interface Estate {
  red: EstateSide;
  blue: EstateSide;
  person: string;
}

export interface EstateSide {
  config: string;
  component: string;
  canary: string;
  check: string;
  playbook: string;
  connection: string;
  change: string;
  analysis: string;
  run: string;
  action: string;
}

async function addSide({ pool }: Pick<Database, 'pool'>, team: string, person: string): Promise<EstateSide> {
  const side = Object.fromEntries(
    ['config', 'component', 'canary', 'check', 'playbook', 'connection', 'change', 'analysis', 'run', 'action'].map(
      (kind) => [kind, randomUUID()],
    ),
  ) as unknown as EstateSide; // the names above are its members
  const tags = JSON.stringify({ team, namespace: team });
  const insert = (text: string, values: unknown[]) => pool.query(text, values);
  await insert(
    `insert into config_items (id, name, type, config_class, tags, labels, config)
     values ($1, $2, 'Kubernetes::Pod', 'Pod', $3, $3, '{"a": 1}')`,
    [side.config, `${team}-pod`, tags],
  );
  await insert(
    `insert into components (id, name, namespace, external_id, status, type, config_id, labels)
     values ($1, $2, $3, $2, 'healthy', 'Service', $4, $5)`,
    [side.component, `${team}-app`, team, side.config, tags],
  );
  await insert(`insert into canaries (id, name, namespace, spec, labels, source) values ($1, $2, $2, '{}', $3, 'UI')`, [
    side.canary,
    team,
    tags,
  ]);
  await insert(
    `insert into checks (id, canary_id, type, name, namespace, labels, status)
     values ($1, $2, 'http', $3, $4, '{}', 'healthy')`,
    [side.check, side.canary, `${team}-check`, team],
  );
  await insert(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values ($1, $2, $3, 's')`,
    [side.config, side.check, side.canary],
  );
  await insert(
    `insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values ($1, $2, $3, 's')`,
    [side.component, side.check, side.canary],
  );
  await insert(`insert into config_component_relationships (component_id, config_id) values ($1, $2)`, [
    side.component,
    side.config,
  ]);
  await insert(`insert into check_statuses (check_id, time, status, duration) values ($1, now(), true, 5)`, [
    side.check,
  ]);
  await insert(`insert into playbooks (id, name, namespace, title, spec, source) values ($1, $2, $2, $2, '{}', 'UI')`, [
    side.playbook,
    team,
  ]);
  await insert(
    `insert into connections (id, name, namespace, type, url, username, password, certificate, properties, source)
     values ($1, $2, $2, 'http', 'https://x.test', 'u', 'p', 'c', '{"region": "eu"}', 'UI')`,
    [side.connection, team],
  );
  await insert(
    `insert into config_changes (id, config_id, change_type, external_change_id) values ($1, $2, 'diff', $3)`,
    [side.change, side.config, side.change],
  );
  await insert(
    `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status)
     values ($1, $2, 'a', 'security', 'high', 'open')`,
    [side.analysis, side.config],
  );
  await insert(`insert into playbook_runs (id, playbook_id, config_id, created_by) values ($1, $2, $3, $4)`, [
    side.run,
    side.playbook,
    side.config,
    person,
  ]);
  await insert(`insert into playbook_run_actions (id, name, playbook_run_id) values ($1, 'step', $2)`, [
    side.action,
    side.run,
  ]);
  return side;
}

/** Fills a test's database with the two sides, one relationship between them, and an incident about both. */
export async function addEstate(database: Pick<Database, 'pool'>): Promise<Estate> {
  const person = randomUUID();
  const { pool } = database;
  await pool.query(`insert into people (id, name, email) values ($1, 'Ana', 'ana@example.test')`, [person]);
  const red = await addSide(database, 'red', person);
  const blue = await addSide(database, 'blue', person);
  await pool.query(`insert into config_relationships (config_id, related_id, relation) values ($1, $2, 'x')`, [
    red.config,
    blue.config,
  ]);
  await pool.query(
    `insert into component_relationships (component_id, relationship_id, selector_id) values ($1, $2, 's')`,
    [red.component, blue.component],
  );
  const incident = randomUUID();
  const hypothesis = randomUUID();
  await pool.query(
    `insert into incidents (id, title, created_by, severity, description, type, status)
     values ($1, 'down', $2, 'High', '', 'availability', 'open')`,
    [incident, person],
  );
  await pool.query(
    `insert into hypotheses (id, created_by, incident_id, type, title, status) values ($1, $2, $3, 'root', 'h', 'possible')`,
    [hypothesis, person, incident],
  );
  for (const side of [red, blue]) {
    await pool.query(
      `insert into evidences (description, hypothesis_id, config_id, created_by, type) values ('e', $1, $2, $3, 'config')`,
      [hypothesis, side.config, person],
    );
    await pool.query(
      `insert into evidences (description, hypothesis_id, config_change_id, created_by, type)
       values ('c', $1, $2, $3, 'config_change')`,
      [hypothesis, side.change, person],
    );
  }
  return { red, blue, person };
}
