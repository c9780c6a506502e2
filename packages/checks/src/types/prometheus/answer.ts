import { z } from 'zod';
import type { HttpResponse } from '../../http-client/index.ts';

/** One series of an instant vector: its labels, and `value` as a number. */
export type PrometheusSample = Record<string, string | number>;

const answerSchema = z.object({
  status: z.string(),
  errorType: z.string().optional(),
  error: z.string().optional(),
  data: z.object({ resultType: z.string(), result: z.unknown() }).optional(),
});

const vectorSchema = z.array(
  z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
);

/**
 * The samples of an answer to an instant query (Prometheus HTTP API, "Instant queries"). Throws an error whose text is
 * fit to be shown when the server reports one, or when the result is no instant vector.
 */
export function readSamples(response: HttpResponse): PrometheusSample[] {
  const answer = answerSchema.safeParse(parseJson(response.body.toString()));
  if (!answer.success) throw new Error(`unexpected answer from prometheus: status ${response.status}`);
  const { data, status, error, errorType } = answer.data;
  if (status !== 'success' || !data)
    throw new Error(`${errorType ?? 'error'}: ${error ?? `status ${response.status}`}`);
  if (data.resultType !== 'vector') {
    throw new Error(`query returned a ${data.resultType}, only instant vectors are supported`);
  }
  return vectorSchema.parse(data.result).map(({ metric, value }) => ({ ...metric, value: readNumber(value[1]) }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Prometheus writes infinities and NaN as texts of their own. */
function readNumber(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);
}
