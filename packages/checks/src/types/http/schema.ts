import { z } from 'zod';
import { checkBaseShape, envVarField, inlineConnectionShape, textField, tlsConfigField } from '../fields.ts';

const durationField = z.union([z.string(), z.number()]);

const crawlField = z.object({
  /** Levels of pages, the first one included; default 10, which 0 means too. */
  depth: z.number().int().nonnegative().optional(),
  /** Pages fetched at once; default 2. */
  parallelism: z.number().int().positive().optional(),
  /** Pause before each page; default 500ms. A number is milliseconds. */
  delay: durationField.optional(),
  /** A random pause up to this is added; default 100ms. */
  randomDelay: durationField.optional(),
  /** Default: the host of the URL. */
  allowedDomains: z.array(z.string()).optional(),
  disallowedDomains: z.array(z.string()).optional(),
  allowedURLFilters: z.array(z.string()).optional(),
  disallowedURLFilters: z.array(z.string()).optional(),
});

/** One entry under `http` (contract checks §2.1). Fields that R parses and ignores are dropped here. */
export const httpSchema = z.object({
  ...checkBaseShape,
  ...inlineConnectionShape,
  /** Old name of `url`. */
  endpoint: z.string().optional(),
  /** GET when absent. */
  method: z.string().optional(),
  headers: z.array(envVarField).optional(),
  body: z.string().optional(),
  /** Whether the body is rendered as a template. */
  templateBody: z.boolean().optional(),
  /** Variables of the URL's and the body's template. */
  env: z.array(envVarField).optional(),
  /** Status codes that pass; any 2xx when absent. */
  responseCodes: z.array(z.number().int()).optional(),
  /** Text that the answer must hold. */
  responseContent: textField.optional(),
  /** Also the time limit of the request. */
  thresholdMillis: z.number().nonnegative().optional(),
  /** Days that the certificate must live on. */
  maxSSLExpiry: z.number().nonnegative().optional(),
  /** Default 10; 0 follows none. */
  maxRedirects: z.number().int().nonnegative().optional(),
  ntlm: z.boolean().optional(),
  ntlmv2: z.boolean().optional(),
  digest: z.boolean().optional(),
  /** Client credentials; id and secret are the user name and the password. */
  oauth2: z
    .object({
      scope: z.array(z.string()).optional(),
      tokenURL: z.string(),
      params: z.record(z.string(), textField).optional(),
    })
    .optional(),
  /** Signs the request for AWS. */
  awsSigV4: z
    .object({
      accessKey: envVarField.optional(),
      secretKey: envVarField.optional(),
      sessionToken: envVarField.optional(),
      region: z.string(),
      service: z.string().optional(),
    })
    .optional(),
  tlsConfig: tlsConfigField.optional(),
  /** Follows links instead; none of the other tests of the answer is done then. */
  crawl: crawlField.optional(),
});

/** A parsed http check. */
export type HttpSpec = z.output<typeof httpSchema>;

/** The settings of a crawl. */
export type CrawlSpec = z.output<typeof crawlField>;
