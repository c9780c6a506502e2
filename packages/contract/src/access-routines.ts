import type { RoutineAccess } from './access-types.ts';

const catalog = { object: 'catalog', resource: 'database' } as const;
const topology = { object: 'topology', resource: 'topologies' } as const;
const health = { object: 'canaries', resource: 'canaries' } as const;

/**
 * The functions that clients may call (contract database §6, access §6.3). What is missing here does not exist for
 * anybody: triggers, maintenance, and what writes behind the back of the rules.
 */
export const routineAccess: Readonly<Record<string, RoutineAccess>> = {
  uuid_to_ulid: { object: 'database.public', resource: 'database' },

  related_configs: { ...catalog, carries: { config: ['id'] } },
  related_configs_recursive: { ...catalog, carries: { config: ['id'] } },
  related_config_ids_recursive: { ...catalog, carries: { config: ['id'] } },
  config_relationships_recursive: { ...catalog, carries: { config: ['id', 'related_id'] } },
  get_recursive_path: { ...catalog, carries: { config: ['id', 'related_id'] } },
  related_changes_recursive: { ...catalog, carries: { config: ['config_id'] } },
  get_parents_by_location: { ...catalog, carries: { config: ['id'] } },
  get_children_by_location: { ...catalog, carries: { config: ['id'] } },
  get_children_id_by_location: { ...catalog, carries: { config: ['id'] } },
  get_parent_ids_by_location: { ...catalog, carries: { config: ['id'] } },
  lookup_config_children: { ...catalog, carries: { config: ['child_id'] } },
  lookup_config_relations: { ...catalog, carries: { config: ['id'] } },
  lookup_configs_by_component: { ...catalog, carries: { config: ['id'] } },

  lookup_analysis_by_component: { ...topology, carries: { config: ['config_id'] } },
  lookup_changes_by_component: { ...topology, carries: { config: ['config_id'] } },
  lookup_components_by_config: { ...topology, carries: { component: ['id'] } },
  lookup_components_by_check: { ...topology, carries: { component: ['id'] } },
  lookup_component_by_property: { ...topology, carries: { component: ['id'] } },
  lookup_component_children: { ...topology, carries: { component: ['child_id'] } },
  lookup_component_relations: { ...topology, carries: { component: ['id'] } },
  lookup_component_names: { ...topology, aggregate: true },
  lookup_component_incidents: { object: 'incident', resource: 'incident', aggregate: true },
  lookup_component_config_id_related_components: { ...topology, carries: { component: ['id'] } },

  soft_delete_canary: { ...health, action: 'delete' },
  soft_delete_check: { ...health, action: 'delete' },
  check_summary_for_component: { ...health, carries: { check: ['id'] } },
  get_playbook_run_actions: {
    object: 'playbooks',
    resource: 'playbook_runs',
    carries: { run: ['playbook_run_id'] },
  },
  notification_send_history_of_resource: {
    object: 'database.monitor',
    resource: 'notifications',
    carries: { resource: ['resource_id'] },
  },
};

/** The rule of a function; null when it does not exist for anybody. */
export function accessOfRoutine(name: string): RoutineAccess | null {
  return Object.hasOwn(routineAccess, name) ? (routineAccess[name] ?? null) : null;
}
