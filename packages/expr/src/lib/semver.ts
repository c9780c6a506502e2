import semver from 'semver';
import { failure } from '../failure.ts';
import { type Fns, text } from './env.ts';

function parse(value: unknown): semver.SemVer {
  const plain = text(value).slice(0, 250);
  const found = semver.parse(plain) ?? (/^v?\d+(\.\d+)?$/.test(plain) ? semver.coerce(plain) : null);
  if (!found) throw failure(`not a semantic version: ${JSON.stringify(plain)}`);
  return found;
}

/** Whether a version meets a constraint such as `>= 1.2, < 2`; a bare version has to be equal. */
function compareTo(constraint: unknown, version: unknown): boolean {
  const rule = text(constraint).slice(0, 250).replaceAll(',', ' ');
  return semver.satisfies(parse(version), rule, { includePrerelease: true, loose: true });
}

/** Semantic versions, under the names that templates and expressions use. */
export const semverFns: Fns = {
  semver: (_env, value) => {
    const { major, minor, patch, prerelease, build, version } = parse(value);
    const parts = { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch) };
    const [Major, Minor, Patch] = [parts.major, parts.minor, parts.patch];
    const [pre, meta] = [prerelease.join('.'), build.join('.')];
    return {
      ...parts,
      prerelease: pre,
      metadata: meta,
      original: text(value),
      version,
      Major,
      Minor,
      Patch,
      Prerelease: pre,
      Metadata: meta,
    };
  },
  semverCompare: (_env, constraint, version) => compareTo(constraint, version),
};
