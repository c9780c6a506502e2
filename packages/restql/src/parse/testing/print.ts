import type { Condition, FieldPath, Filter, JsonStep, OrderTerm, ParsedQuery, SelectItem } from '../../ast.ts';

/** Writes what the parser reads, every name and value quoted. For property tests: reading it gives the same again. */
export function printQuery(query: Pick<ParsedQuery, 'select' | 'scopes' | 'columns' | 'onConflict'>): string {
  const parameters: [string, string][] = [];
  if (query.select.length > 0) parameters.push(['select', query.select.map(printItem).join(',')]);
  if (query.columns) parameters.push(['columns', query.columns.map(quote).join(',')]);
  if (query.onConflict) parameters.push(['on_conflict', query.onConflict.map(quote).join(',')]);
  for (const [path, scope] of query.scopes) {
    const prefix = path === '' ? '' : `${path.split('.').map(quote).join('.')}.`;
    for (const condition of scope.conditions) parameters.push(printParameter(prefix, condition));
    if (scope.order.length > 0) parameters.push([`${prefix}order`, scope.order.map(printTerm).join(',')]);
    if (scope.limit !== null) parameters.push([`${prefix}limit`, String(scope.limit)]);
    if (scope.offset !== null) parameters.push([`${prefix}offset`, String(scope.offset)]);
  }
  return parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** `"…"`, with what would end it escaped. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function printStep({ arrow, key }: JsonStep): string {
  return `${arrow}${typeof key === 'number' ? key : quote(key)}`;
}

function printField({ column, json }: FieldPath): string {
  return quote(column) + json.map(printStep).join('');
}

function printItem(item: SelectItem): string {
  const alias = item.alias === null ? '' : `${quote(item.alias)}:`;
  if (item.kind === 'embed') {
    const hint = item.hint === null ? '' : `!${quote(item.hint)}`;
    const join = item.join === null ? '' : `!${item.join}`;
    const select = item.select.map(printItem).join(',');
    return `${item.spread ? '...' : alias}${quote(item.target)}${hint}${join}(${select})`;
  }
  const { field, aggregate } = item;
  const aggregateCast = aggregate?.cast ? `::${aggregate.cast}` : '';
  if (field === '*') return aggregate ? `${alias}count()${aggregateCast}` : '*';
  const cast = item.cast === null ? '' : `::${item.cast}`;
  return alias + printField(field) + cast + (aggregate ? `.${aggregate.name}()${aggregateCast}` : '');
}

function printTerm({ relation, field, direction, nulls }: OrderTerm): string {
  const written = relation === null ? printField(field) : `${quote(relation)}(${printField(field)})`;
  return written + (direction ? `.${direction}` : '') + (nulls ? `.nulls${nulls}` : '');
}

function printHead({ negated, operator, quantifier, language }: Filter): string {
  const extra = quantifier ?? language;
  return `${negated ? 'not.' : ''}${operator}${extra === null ? '' : `(${extra})`}.`;
}

function printList({ value, quantifier }: Filter): string {
  const items = value.kind === 'list' ? value.items.map(quote).join(',') : '';
  return quantifier ? `{${items}}` : `(${items})`;
}

function printParameter(prefix: string, condition: Condition): [string, string] {
  if (condition.kind !== 'filter') {
    const { kind, negated, members } = condition;
    return [`${prefix}${negated ? 'not.' : ''}${kind}`, `(${members.map(printMember).join(',')})`];
  }
  const value = condition.value.kind === 'text' ? condition.value.text : printList(condition);
  return [prefix + printField(condition.field), printHead(condition) + value];
}

function printMember(condition: Condition): string {
  if (condition.kind !== 'filter') {
    const { kind, negated, members } = condition;
    return `${negated ? 'not.' : ''}${kind}(${members.map(printMember).join(',')})`;
  }
  const { value, operator, quantifier, field } = condition;
  const head = `${printField(field)}.${printHead(condition)}`;
  if (value.kind === 'text') return head + (operator === 'is' ? value.text : quote(value.text));
  return head + (quantifier ? quote(printList(condition)) : printList(condition));
}
