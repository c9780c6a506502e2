import fc from 'fast-check';
import type { Condition, FieldPath, Filter, OrderTerm, ParsedQuery, Scope, SelectItem } from '../../ast.ts';

/** Any text that can be a name; blanks around a quoted one stay. */
const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0'));
const name = fc
  .oneof(fc.constantFrom('id', 'name', 'and', 'or', 'not', 'count', 'order', 'a b', 'x.y', 'a-b'), text)
  .filter((value) => value !== '' && value !== 'inner' && value !== 'left');
const pathName = fc.constantFrom('films', 'actors', 'a b', 'select', 'ü');
const typeName = fc.constantFrom('text', 'double precision', 'int4', '_text');
const nullable = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

const field: fc.Arbitrary<FieldPath> = fc.record({
  column: name,
  json: fc.array(
    fc.record({
      arrow: fc.constantFrom('->' as const, '->>' as const),
      key: fc.oneof(
        text,
        fc.integer({ min: -99, max: 99 }).map((index) => index || 0),
      ),
    }),
    { maxLength: 3 },
  ),
});

const aggregateNames = ['avg', 'count', 'max', 'min', 'sum'] as const;

const selectField: fc.Arbitrary<SelectItem> = fc.oneof(
  fc.constant<SelectItem>({ kind: 'field', field: '*', alias: null, cast: null, aggregate: null }),
  fc.record({
    kind: fc.constant('field' as const),
    field: fc.constant('*' as const),
    alias: nullable(name),
    cast: fc.constant(null),
    aggregate: fc.record({ name: fc.constant('count' as const), cast: nullable(typeName) }),
  }),
  fc.record({
    kind: fc.constant('field' as const),
    field,
    alias: nullable(name),
    cast: nullable(typeName),
    aggregate: nullable(fc.record({ name: fc.constantFrom(...aggregateNames), cast: nullable(typeName) })),
  }),
);

const { items } = fc.letrec<{ items: readonly SelectItem[]; item: SelectItem; embed: SelectItem }>((tie) => ({
  items: fc.array(tie('item'), { maxLength: 4, depthIdentifier: 'select' }),
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true, depthIdentifier: 'select' }, selectField, tie('embed')),
  embed: fc.tuple(fc.boolean(), name, nullable(name), nullable(name), tie('items'), joinKind()).map(
    ([spread, target, alias, hint, select, join]): SelectItem => ({
      kind: 'embed',
      spread,
      target,
      alias: spread ? null : alias,
      hint,
      join,
      select,
    }),
  ),
}));

function joinKind(): fc.Arbitrary<'inner' | 'left' | null> {
  return fc.constantFrom('inner' as const, 'left' as const, null);
}

const plain = { quantifier: null, language: null };
const head = { kind: fc.constant('filter' as const), field, negated: fc.boolean() };
const textValue = (values: fc.Arbitrary<string>): fc.Arbitrary<Filter['value']> =>
  values.map((value) => ({ kind: 'text', text: value }));
const listValue = fc.array(text, { maxLength: 4 }).map((list): Filter['value'] => ({ kind: 'list', items: list }));

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc
    .record({
      ...head,
      operator: fc.constantFrom('eq', 'neq', 'gt', 'lte', 'cs', 'ov', 'adj', 'isdistinct', 'match'),
      value: textValue(text),
    })
    .map((made) => ({ ...made, ...plain })),
  fc
    .record({
      ...head,
      operator: fc.constantFrom('like', 'ilike'),
      value: textValue(text.filter((value) => !value.includes('*'))),
    })
    .map((made) => ({ ...made, ...plain })),
  fc
    .record({
      ...head,
      operator: fc.constant('is'),
      value: textValue(fc.constantFrom('null', 'true', 'false', 'unknown')),
    })
    .map((made) => ({ ...made, ...plain })),
  fc
    .record({
      ...head,
      operator: fc.constant('in'),
      value: listValue.filter((value) => !(value.kind === 'list' && value.items.length === 1 && value.items[0] === '')),
    })
    .map((made) => ({ ...made, ...plain })),
  fc
    .record({
      ...head,
      operator: fc.constantFrom('eq', 'gte', 'lt', 'imatch'),
      quantifier: fc.constantFrom('any', 'all'),
      value: listValue,
    })
    .map((made) => ({ ...made, language: null })),
  fc
    .record({
      ...head,
      operator: fc.constantFrom('fts', 'plfts', 'phfts', 'wfts'),
      language: nullable(fc.constantFrom('english', 'pg_catalog')),
      value: textValue(text),
    })
    .map((made) => ({ ...made, quantifier: null })),
);

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, depthIdentifier: 'logic' },
    filter,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      members: fc.array(tie('condition'), { minLength: 1, maxLength: 3, depthIdentifier: 'logic' }),
    }),
  ),
}));

const term: fc.Arbitrary<OrderTerm> = fc.record({
  relation: nullable(name),
  field,
  direction: fc.constantFrom('asc', 'desc', null),
  nulls: fc.constantFrom('first', 'last', null),
});

const scope: fc.Arbitrary<Scope> = fc.record({
  conditions: fc.array(condition, { maxLength: 3 }),
  order: fc.array(term, { maxLength: 2 }),
  limit: nullable(fc.nat()),
  offset: nullable(fc.nat()),
});

/** A query as the parser may give it: `""` first among its scopes, and no scope that says nothing but that one. */
export const arbitraryQuery: fc.Arbitrary<Pick<ParsedQuery, 'select' | 'scopes' | 'columns' | 'onConflict'>> =
  fc.record({
    select: items,
    columns: nullable(fc.uniqueArray(name, { minLength: 1, maxLength: 3 })),
    onConflict: nullable(fc.array(name, { minLength: 1, maxLength: 3 })),
    scopes: fc
      .tuple(
        scope,
        fc.uniqueArray(fc.tuple(fc.array(pathName, { minLength: 1, maxLength: 2 }), scope), {
          maxLength: 2,
          selector: ([path]) => path.join('.'),
        }),
      )
      .map(
        ([root, embedded]) =>
          new Map([
            ['', root] as const,
            ...embedded
              .filter(
                ([, { conditions, order, limit, offset }]) =>
                  Boolean(conditions.length + order.length) || limit !== null || offset !== null,
              )
              .map(([path, value]) => [path.join('.'), value] as const),
          ]),
      ),
  });

/** Texts that look like requests and mostly are none: pieces of the grammar in any order, and anything at all. */
export const arbitraryNoise: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'select=',
          'or=',
          'not.and=',
          'order=',
          'limit=',
          'a.offset=',
          'columns=',
          'x.filter=',
          'id=',
          '&',
          '(',
          ')',
        ],
        ...[',', '.', '"', '\\', '{', '}', '->', '->>', '::', ':', '!', '!inner', '...', '*', 'eq.', 'not.', 'in.('],
        ...[
          'like(any).',
          'fts(en).',
          'is.',
          'count()',
          '.sum()',
          '-1',
          '%',
          '%00',
          '%ff',
          '+',
          ' ',
          'now-1',
          '\0',
          ';',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
