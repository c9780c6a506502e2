/** The prompt that teaches the search text (contract playbooks §8, catalog §9.2). */
export const searchPrompt = {
  name: 'Search catalog prompt',
  title: 'Search the catalog',
  description: 'How to write a search text for the tools that search configuration items, changes and checks.',
  arguments: [{ name: 'question', description: 'What to find, in plain words.', required: false }],
};

const GRAMMAR = `Find what is asked for with the tools catalog_search, describe_config, catalog_changes_search and \
health_check_search. Each takes a search text, \`query\`:

- \`name=web*\` begins with, \`*web\` ends with, \`*web*\` holds; \`name=web-1\` is the whole name; a bare word is the beginning of a name.
- \`status=a,b\` is either; \`status!=a\` and \`status=!a\` are all others; \`-word\` leaves out names that begin so.
- Conditions side by side hold together; \`|\` is "or"; parentheses group: \`(name=a* | name=b*) health=unhealthy,warning\`.
- Values with spaces stand in double quotes: \`name="API gateway"\`.
- \`type=pod\` finds every type that ends so, such as Kubernetes::Pod; list_catalog_types tells all types.
- One label or tag: \`labels.app=web\`, \`tags.cluster=prod\`; a part of the configuration: \`config.spec.replicas=3\`.
- Times by date math: \`created>now-7d\`, \`updated<2024-06-15\`. Deleted ones only when asked for: \`deleted>now-1d\`.
- Order: \`@order=-created_at\`. Take a small \`limit\` first; look closer afterwards.

Fields of configuration items: id, name, type, status, health (healthy, warning, unhealthy, unknown), namespace, source, labels, \
tags, properties, config, external_id, config_class, created, updated, deleted, agent. Of changes: change_type, severity (critical, \
high, medium, low, info), summary, source, config_id, created, count, and name, type, namespace and tags of the item. Of checks: name, \
namespace, type, status (healthy, unhealthy, unknown), severity, labels, last_runtime.

A wrong field or value is answered by an error that names it: mend the text and ask again. Begin with describe_config, which leaves \
out the configuration; related_configs tells what an item hangs together with.`;

/** The text of the prompt, with the question when there is one. */
export function searchPromptText(question = ''): string {
  return question.trim() === '' ? GRAMMAR : `${GRAMMAR}\n\nThe question: ${question.trim()}`;
}
