import { featureParents, knownProperties } from '@quarterdeck/contract';

/** Names that a new flag may have: features that can be switched off, and the properties that are known. */
export function flagNames(): { value: string; label: string; hint?: string }[] {
  const features = Object.keys(featureParents).map((feature) => ({
    value: `${feature}.disable`,
    label: `${feature}.disable`,
    hint: 'hides the feature',
  }));
  const known = knownProperties
    .filter(({ name }) => !name.includes('*') || name === 'check.*.disabled')
    .map(({ name, description }) => ({ value: name, label: name, hint: description }));
  return [...new Map([...features, ...known].map((option) => [option.value, option])).values()];
}
