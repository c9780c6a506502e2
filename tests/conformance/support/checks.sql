-- A few checks with results, for the lists that read them.
insert into canaries (id, name, namespace, labels, spec, source) values
  ('018f4e2a-0000-7000-8000-000000000001', 'web', 'default', '{"app": "web", "tier": "front"}', '{"schedule": "@every 30s"}', 'file/web.yaml'),
  ('018f4e2a-0000-7000-8000-000000000002', 'store', 'back', null, '{}', 'file/store.yaml');
insert into checks (id, canary_id, type, name, namespace, icon, labels, status, severity, last_runtime) values
  ('018f4e2a-0000-7000-8000-000000000011', '018f4e2a-0000-7000-8000-000000000001', 'http', 'front', 'default', 'http', '{"app": "web"}', 'healthy', null, '2025-09-01T00:00:00Z'),
  ('018f4e2a-0000-7000-8000-000000000012', '018f4e2a-0000-7000-8000-000000000001', 'dns', 'names', 'default', null, null, 'unhealthy', 'high', null),
  ('018f4e2a-0000-7000-8000-000000000013', '018f4e2a-0000-7000-8000-000000000002', 'sql', 'rows', 'back', 'postgres', '{}', null, null, null);
insert into check_statuses (check_id, time, duration, status, message)
  select '018f4e2a-0000-7000-8000-000000000011', timestamptz '2025-09-01T00:00:00Z' + n * interval '1 minute', n * 10, n % 7 <> 0, 'run ' || n
  from generate_series(1, 80) n;
insert into check_component_relationships (check_id, canary_id, component_id, selector_id)
  select '018f4e2a-0000-7000-8000-000000000011', '018f4e2a-0000-7000-8000-000000000001', id, 'manual' from components order by id limit 2;
insert into check_config_relationships (check_id, canary_id, config_id, selector_id)
  select '018f4e2a-0000-7000-8000-000000000012', '018f4e2a-0000-7000-8000-000000000001', id, 'manual' from config_items order by id limit 2;
insert into properties (name, value) values ('incidents.disable', 'false'), ('logs.disable', 'true');
