import type { Catalog, ColumnRow, RoutineRow } from './catalog.ts';
import type { Argument, Column, Routine, RoutineResult, RowFunction } from './model.ts';
import { type TypeFinder, toColumn } from './types.ts';

const VOLATILITY: Readonly<Record<string, Routine['volatility']>> = { i: 'immutable', s: 'stable', v: 'volatile' };

/** An argument by its mode: in, out, in and out, variadic, or a column of `returns table`. */
interface Parameter {
  name: string;
  mode: string;
  type: number;
}

/** The functions of a catalog: those that can be called, and by relation those that take one of its rows. */
export function readRoutines(
  catalog: Catalog,
  typeOf: TypeFinder,
  columnsOf: ReadonlyMap<number, readonly ColumnRow[]>,
): { routines: Map<string, Routine[]>; rowFunctions: Map<number, Map<string, RowFunction>> } {
  const relationByType = new Map(catalog.relations.map((row) => [row.type, row]));
  const typeRows = new Map(catalog.types.map((row) => [row.oid, row]));
  const routines = new Map<string, Routine[]>();
  const rowFunctions = new Map<number, Map<string, RowFunction>>();
  for (const row of catalog.routines) {
    const parameters = readParameters(row);
    const inputs = parameters.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
    const result = readResult(row, parameters);
    const routine: Routine = {
      name: row.name,
      arguments: readArguments(row, inputs, typeOf),
      result,
      volatility: VOLATILITY[row.volatility] ?? 'volatile',
      description: row.description,
    };
    const list = routines.get(row.name);
    if (list === undefined) routines.set(row.name, [routine]);
    else list.push(routine);

    const [first, ...others] = inputs;
    const taker = first === undefined ? undefined : relationByType.get(first.type);
    if (taker !== undefined && taker.schema === catalog.schema && others.length === 0 && result.kind !== 'void') {
      const known = rowFunctions.get(taker.oid) ?? new Map<string, RowFunction>();
      rowFunctions.set(taker.oid, known.set(row.name, toRowFunction(row, result)));
    }
  }
  return { routines, rowFunctions };

  function toRowFunction({ name, set, rows, result }: RoutineRow, found: RoutineResult): RowFunction {
    const returns = found.kind === 'rows' ? found.relation : null;
    return { name, type: typeOf(result), returns, single: !set || rows === 1 };
  }

  function readResult(row: RoutineRow, parameters: readonly Parameter[]): RoutineResult {
    const type = typeRows.get(row.result);
    const outputs = parameters.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
    if (type?.name === 'void') return { kind: 'void' };
    if (outputs.length > 1 || (outputs.length === 1 && type?.name === 'record')) {
      const columns = outputs.map((parameter) => [parameter.name, outputColumn(parameter, typeOf)] as const);
      return { kind: 'rows', relation: null, columns: new Map(columns), set: row.set };
    }
    const relation = relationByType.get(row.result);
    if (relation?.schema === catalog.schema) {
      return { kind: 'rows', relation: relation.name, columns: columnsFrom(relation.oid), set: row.set };
    }
    if (type?.kind === 'c') return { kind: 'rows', relation: null, columns: columnsFrom(type.relation), set: row.set };
    if (outputs.some(({ mode }) => mode === 't')) {
      const columns = outputs.map((parameter) => [parameter.name, outputColumn(parameter, typeOf)] as const);
      return { kind: 'rows', relation: null, columns: new Map(columns), set: row.set };
    }
    return { kind: 'scalar', type: typeOf(row.result), set: row.set };
  }

  function columnsFrom(relation: number): Map<string, Column> {
    return new Map((columnsOf.get(relation) ?? []).map((column) => [column.name, toColumn(column, typeOf)]));
  }
}

function readParameters({ names, modes, types }: RoutineRow): Parameter[] {
  return types.map((type, index) => ({ name: names?.[index] ?? '', mode: modes?.[index] ?? 'i', type }));
}

function readArguments(row: RoutineRow, inputs: readonly Parameter[], typeOf: TypeFinder): Argument[] {
  const required = inputs.length - row.defaults;
  return inputs.map(({ name, mode, type }, index) => ({
    name,
    type: typeOf(type),
    required: index < required && mode !== 'v',
    variadic: mode === 'v',
  }));
}

function outputColumn({ name, type }: Parameter, typeOf: TypeFinder): Column {
  return {
    name,
    type: typeOf(type),
    notNull: false,
    default: null,
    generated: false,
    maxLength: null,
    description: null,
  };
}
