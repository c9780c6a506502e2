import { describe, expect, it } from 'vitest';
import { findCycles, findViolations } from './house-rules.ts';
import { findImports, type SourceFile } from './sources.ts';

function source(path: string, text: string): SourceFile {
  return { path, text, imports: findImports(text) };
}

function rulesOf(...files: SourceFile[]): string[] {
  return findViolations(files).map(({ rule }) => rule);
}

describe('findImports', () => {
  it('finds static, type, side-effect, re-exported and dynamic imports with their lines', () => {
    const text =
      "import a from 'a';\nimport type { B } from 'b';\nimport 'c';\nexport * from 'd';\nconst e = await import('e');\nimport {\n  f,\n} from 'f';\n";
    expect(findImports(text)).toEqual([
      { specifier: 'a', typeOnly: false, line: 1 },
      { specifier: 'b', typeOnly: true, line: 2 },
      { specifier: 'c', typeOnly: false, line: 3 },
      { specifier: 'd', typeOnly: false, line: 4 },
      { specifier: 'e', typeOnly: false, line: 5 },
      { specifier: 'f', typeOnly: false, line: 8 },
    ]);
  });
});

describe('house rules', () => {
  it('lets imports go downward only', () => {
    expect(rulesOf(source('packages/kit/src/a.ts', "import { x } from '@quarterdeck/contract';"))).toEqual([]);
    expect(rulesOf(source('packages/kit/src/a.ts', "import { x } from '@quarterdeck/server';"))).toEqual(['arrows']);
    expect(rulesOf(source('packages/console/src/a.ts', "import type { x } from '@quarterdeck/server';"))).toEqual([
      'arrows',
    ]);
    expect(rulesOf(source('packages/checks/src/a.ts', "import { x } from '@quarterdeck/db';"))).toEqual(['arrows']);
  });

  it('keeps other packages behind their door', () => {
    expect(rulesOf(source('packages/server/src/a.ts', "import { x } from '../../kit/src/clock.ts';"))).toEqual([
      'door',
    ]);
  });

  it('keeps the store of a feature to the feature', () => {
    const path = 'packages/server/src/features/health/service.ts';
    expect(rulesOf(source(path, "import { x } from './store.ts';"))).toEqual([]);
    expect(rulesOf(source(path, "import { x } from '../canaries/store.ts';"))).toEqual(['store']);
    expect(rulesOf(source(path, "import { x } from '../canaries/service.ts';"))).toEqual([]);
  });

  it('keeps sockets to the egress guard', () => {
    expect(rulesOf(source('packages/checks/src/types/x/run.ts', "import { connect } from 'node:net';"))).toEqual([
      'sockets',
    ]);
    expect(rulesOf(source('packages/checks/src/types/x/run.ts', "import type { Socket } from 'node:net';"))).toEqual(
      [],
    );
    expect(
      rulesOf(source('packages/server/src/platform/egress/dial.ts', "import { connect } from 'node:net';")),
    ).toEqual([]);
  });

  it('keeps SQL in stores', () => {
    const sql = 'await pool.query(`x`);';
    expect(rulesOf(source('packages/server/src/features/health/service.ts', sql))).toEqual(['sql']);
    expect(rulesOf(source('packages/server/src/features/health/store.ts', sql))).toEqual([]);
    expect(rulesOf(source('packages/server/src/features/health/status-store.ts', sql))).toEqual([]);
  });

  it('caps the size of a file', () => {
    expect(rulesOf(source('packages/kit/src/a.ts', 'x\n'.repeat(500)))).toEqual([]);
    expect(rulesOf(source('packages/kit/src/a.ts', 'x\n'.repeat(501)))).toEqual(['size']);
  });

  it('finds cycles, but not of types only', () => {
    const a = source('packages/kit/src/a.ts', "import { b } from './b.ts';");
    expect(findCycles([a, source('packages/kit/src/b.ts', "import { a } from './a.ts';")])).toHaveLength(1);
    expect(findCycles([a, source('packages/kit/src/b.ts', "import type { a } from './a.ts';")])).toEqual([]);
  });
});
