import { z } from 'zod';
import { awsConnectionShape, checkBaseShape, envVarField, textField } from '../fields.ts';

const awsField = z.object({
  ...awsConnectionShape,
  usePathStyle: z.boolean().optional(),
  skipTLSVerify: z.boolean().optional(),
  bucket: z.string().optional(),
});

const gcpField = z.object({
  connection: z.string().optional(),
  credentials: envVarField.optional(),
  endpoint: z.string().optional(),
  bucket: z.string().optional(),
});

const remoteField = z.object({
  connection: z.string().optional(),
  host: z.string().optional(),
  username: envVarField.optional(),
  password: envVarField.optional(),
  port: z.number().int().optional(),
  domain: z.string().optional(),
  share: z.string().optional(),
});

/** Which entries count (contract checks §2.13). Durations and sizes are texts; each may be a template. */
const filterField = z.object({
  minAge: textField.optional(),
  maxAge: textField.optional(),
  since: textField.optional(),
  minSize: textField.optional(),
  maxSize: textField.optional(),
  regex: z.string().optional(),
});

/** Fields of the folder check (contract checks §2.13). */
export const folderSchema = z.object({
  ...checkBaseShape,
  /** A folder, or a pattern with `*`; `s3://`, `gcs://` and `smb://` are remote. */
  path: z.string(),
  /** Folders count as files too; it does not descend. */
  recursive: z.boolean().optional(),
  /** Which files count. */
  filter: filterField.optional(),
  /** Of the newest file, in whole hours. */
  minAge: textField.optional(),
  /** Of the oldest file, in whole hours. */
  maxAge: textField.optional(),
  minCount: z.number().int().min(0).optional(),
  maxCount: z.number().int().min(0).optional(),
  /** Of the smallest file. */
  minSize: textField.optional(),
  /** Of the largest file. */
  maxSize: textField.optional(),
  availableSize: textField.optional(),
  totalSize: textField.optional(),
  awsConnection: awsField.optional(),
  gcpConnection: gcpField.optional(),
  smbConnection: remoteField.optional(),
  sftpConnection: remoteField.optional(),
});

export type FolderSpec = z.output<typeof folderSchema>;
export type FolderFilter = z.output<typeof filterField>;
