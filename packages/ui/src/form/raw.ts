/** Loads what reads and writes YAML (its own chunk), once. */
export function loadYaml(): Promise<typeof import('./yaml-text.ts')> {
  return import('./yaml-text.ts');
}
