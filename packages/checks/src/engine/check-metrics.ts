import { AppError, errorText, type Labels, type MetricSpec } from '@quarterdeck/contract';
import type { Expressions, Variables } from './expressions.ts';
import type { MetricSample } from './types.ts';

const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

async function evaluateOne(spec: MetricSpec, expressions: Expressions, variables: Variables): Promise<MetricSample> {
  const { name = '', type = '', value = '' } = spec;
  if (type !== 'counter' && type !== 'gauge' && type !== 'histogram') {
    throw new AppError('EXPRESSION_FAILED', { message: `metric ${name}: unknown type ${type}` });
  }
  const text = (await expressions.evaluate({ expr: value }, variables)).trim();
  if (!FLOAT.test(text)) throw new AppError('EXPRESSION_FAILED', { message: `${text} is not a number` });
  const labels: Labels = {};
  for (const label of spec.labels ?? []) {
    const { valueExpr } = label;
    labels[label.name] = valueExpr ? await expressions.evaluate({ expr: valueExpr }, variables) : (label.value ?? '');
  }
  return { name, type, value: Number(text), labels };
}

/** Evaluates the custom metrics of a check (contract checks §1.8); those without name or value are left out. */
export async function evaluateMetrics(
  specs: readonly MetricSpec[],
  expressions: Expressions,
  variables: Variables,
): Promise<{ samples: MetricSample[]; errors: string[] }> {
  const samples: MetricSample[] = [];
  const errors: string[] = [];
  for (const spec of specs) {
    if (!spec.name || !spec.value) continue;
    try {
      samples.push(await evaluateOne(spec, expressions, variables));
    } catch (error) {
      errors.push(errorText(error));
    }
  }
  return { samples, errors };
}
