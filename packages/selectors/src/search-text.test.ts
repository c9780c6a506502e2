import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearchText, type SearchNode } from './search-text.ts';

const FIELDS = /^(name|type|status|created|labels\..+|limit)$/;
const parse = (text: string) => parseSearchText(text, (name) => FIELDS.test(name));

/** A tree in few signs: `&(...)`, `|(...)`, `-x`, `field=value`, `'word'`. */
function show(node: SearchNode): string {
  if (node.op === 'field') return `${node.name}${node.by}${node.value}`;
  if (node.op === 'word') return `'${node.text}'`;
  if (node.op === 'not') return `-${show(node.of)}`;
  return `${node.op === 'all' ? '&' : '|'}(${node.of.map(show).join(' ')})`;
}

test.each([
  ['', '&()'],
  ['   ', '&()'],
  ['john', "'john'"],
  ['labels.app=foo type=Kubernetes::Pod health!=healthy', '&(labels.app=foo type=Kubernetes::Pod health!=healthy)'],
  ['(name=a* | name=b*) health=unhealthy,warning', '&(|(name=a* name=b*) health=unhealthy,warning)'],
  ['created>now-24h @order=-created_at limit=50', '&(created>now-24h @order=-created_at limit=50)'],
  ['a b|c d|e', "|(&('a' 'b') &('c' 'd') 'e')"],
  ['a<=1 b>=2 c<3 d>4', '&(a<=1 b>=2 c<3 d>4)'],
  ['name:web type:pod', '&(name=web type=pod)'],
  ['Kubernetes::Pod', "'Kubernetes::Pod'"],
  ['type::x', "'type::x'"],
  ['unknown:x', "'unknown:x'"],
  ['type:a=b', 'type=a=b'],
  ['labels.a:b=c', 'labels.a:b=c'],
  ['name:"a b"', 'name=a b'],
  ['-word', "-'word'"],
  ['-name=x -(a | b)', "&(-name=x -|('a' 'b'))"],
  ['--a', "--'a'"],
  ['-', "'-'"],
  ['a - b', "&('a' '-' 'b')"],
  ['"john doe"', "'john doe'"],
  ['name="john \\"the\\" doe",x', 'name=john "the" doe,x'],
  ['name="a|b (c)"', 'name=a|b (c)'],
  ['name = x', 'name=x'],
  ['name  !=  x', 'name!=x'],
  ['name=""', 'name='],
  ['labels.app.kubernetes.io/name=web', 'labels.app.kubernetes.io/name=web'],
  ['((((a))))', "'a'"],
  ['config.spec.containers[0].image=*nginx*', 'config.spec.containers[0].image=*nginx*'],
  ['created>2024-01-01T10:00:00+02:00', 'created>2024-01-01T10:00:00+02:00'],
])('%s', (text, expected) => {
  expect(show(parse(text))).toBe(expected);
});

test.each([
  ['name=', 5],
  ['name= x', 5],
  ['=x', 0],
  ['(a', 0],
  ['a)', 1],
  ['()', 1],
  ['a |', 3],
  ['| a', 0],
  ['a || b', 3],
  ['name="x', 5],
  ['na"me=x', 2],
  ['name=a(b)', 6],
  ['name=a !', null],
])('%s fails at %s', (text, position) => {
  if (position === null) expect(show(parse(text))).toBe("&(name=a '!')");
  else
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'SELECTOR_SYNTAX', details: { part: 'search', position } }),
    );
});

test('nesting and length are bounded', () => {
  const deep = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  expect(show(parse(deep(32)))).toBe("'a'");
  for (const text of [deep(33), `${'-'.repeat(40)}a`, 'a'.repeat(10_001)]) {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'SELECTOR_SYNTAX' }));
  }
});

const value = fc.string({
  unit: fc.constantFrom('a', 'B', '*', '!', ',', '"', '\\', ' ', '|', '(', ')', '=', ':'),
  minLength: 1,
  maxLength: 8,
});
const quote = (text: string) => `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
const tree = fc.letrec<{ unit: SearchNode; any: SearchNode }>((tie) => ({
  unit: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      op: fc.constant('field' as const),
      name: fc.constantFrom('name', 'labels.a'),
      by: fc.constantFrom('=', '!=', '<', '>', '<=', '>='),
      value,
      position: fc.constant(0),
    }),
    fc.record({ op: fc.constant('word' as const), text: value, position: fc.constant(0) }),
    fc.record({ op: fc.constant('not' as const), of: tie('unit') }),
    fc.record({
      op: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('unit'), { minLength: 2, maxLength: 3 }),
    }),
  ),
  any: tie('unit'),
})).any;

function write(node: SearchNode): string {
  if (node.op === 'field') return `${node.name}${node.by}${quote(node.value)}`;
  if (node.op === 'word') return quote(node.text);
  if (node.op === 'not') return `-${write(node.of)}`;
  return `(${node.of.map(write).join(node.op === 'all' ? ' ' : ' | ')})`;
}

test('what is written is read back', () => {
  fc.assert(
    fc.property(tree, (node) => {
      expect(show(parse(write(node)))).toBe(show(node));
    }),
  );
});

test('any text is read or refused with a position', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('name', 'a', ' ', '=', '!', '<', '>', '(', ')', '|', '-', '"', ':', '\\', ','),
      }),
      (text) => {
        try {
          expect(typeof show(parse(text))).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).details.position).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
