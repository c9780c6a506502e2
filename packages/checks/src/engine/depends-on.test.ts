import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestCanary } from '../testing/run-deps.ts';
import { inDependencyOrder } from './depends-on.ts';

test('keeps the order, and names used twice, when nothing depends', () => {
  const { checks } = createTestCanary([{ name: 'b' }, { name: 'a' }, { name: 'a' }]);
  expect(inDependencyOrder(checks)).toEqual(checks);
});

test('every check follows those it depends on, and none is lost', () => {
  const graph = fc.array(fc.array(fc.nat({ max: 30 })), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(graph, fc.boolean(), (edges, reversed) => {
      // Depending only on smaller numbers keeps the graph free of cycles.
      const specs = edges.map((targets, index) => ({
        name: `n${index}`,
        dependsOn: targets.filter((target) => target < index).map((target) => `n${target}`),
      }));
      const { checks } = createTestCanary(reversed ? specs.toReversed() : specs);
      const ordered = inDependencyOrder(checks).map(({ spec }) => spec);
      expect(ordered.map(({ name }) => name).sort()).toEqual(specs.map(({ name }) => name).sort());
      ordered.forEach((spec, at) => {
        for (const name of spec.dependsOn ?? []) {
          expect(ordered.findIndex((other) => other.name === name)).toBeLessThan(at);
        }
      });
    }),
  );
});
