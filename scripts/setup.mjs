/**
 * Set-up that `npm start`, `npm test` and their kin run first, in plain Node without dependencies, so that it works on
 * a fresh clone: installs packages when the lock file changed, builds when sources changed, and for tests installs the
 * Debian packages whose servers the tests talk to. Says what it does; does nothing when nothing is stale.
 *
 * Usage: node scripts/setup.mjs install | build | test
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const goal = process.argv[2] ?? 'install';

function say(text) {
  process.stderr.write(`quarterdeck: ${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${args.join(' ')} ended with code ${result.status ?? result.signal}`);
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function writeStamp(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Fingerprint of the sources by path, size and time of change: cheap enough for every start. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist') walk(join(path, name));
      }
    } else {
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    }
  };
  for (const path of paths) walk(join(root, path));
  return hash.digest('hex');
}

function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 11))
    fail(`Node 20.11 or newer is needed, this is ${process.versions.node}`);
  const stamp = join(root, 'node_modules', '.quarterdeck-stamp');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (readStamp(stamp) === wanted) return;
  say('installing packages (npm ci)');
  const npm = process.env.npm_execpath;
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...quiet]);
  else run('npm', quiet);
  writeStamp(stamp, wanted);
}

/** The Node that the product runs on: the pinned one where the platform has it, else the machine's own. */
function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) < 24) fail('Node 24 is needed on this platform');
  return process.execPath;
}

function build() {
  const stamp = join(root, 'dist', '.stamp');
  const wanted = fingerprint(['packages', 'scripts/build.mjs', 'package-lock.json']);
  if (readStamp(stamp) === wanted) return;
  say('building');
  rmSync(stamp, { force: true });
  run(pinnedNode(), ['scripts/build.mjs']);
  writeStamp(stamp, wanted);
}

/** What the tests need from Debian: a file that shows that it is there, and the package that brings it. */
const debian = [
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/redis-server', 'redis-server'],
  ['/usr/sbin/mariadbd', 'mariadb-server'],
  ['/usr/bin/prometheus', 'prometheus'],
  ['/usr/bin/prometheus-alertmanager', 'prometheus-alertmanager'],
  ['/usr/sbin/dnsmasq', 'dnsmasq'],
  ['/usr/bin/ping', 'iputils-ping'],
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/bin/openssl', 'openssl'],
  ['/usr/bin/git', 'git'],
  ['/usr/bin/unshare', 'util-linux'],
];

function installDebianPackages() {
  const missing = debian.filter(([file]) => !existsSync(file)).map(([, name]) => name);
  if (missing.length === 0) return;
  if (!existsSync('/usr/bin/apt-get')) fail(`the tests need these programs: ${missing.join(', ')}`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  say(`installing from Debian: ${missing.join(', ')}`);
  // Packages must not start their services: the tests start their own on free ports.
  const policy = '/usr/sbin/policy-rc.d';
  const ours = asRoot.length === 0 && !existsSync(policy);
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    apt(['-qq', 'update']);
    apt(['-qq', '-y', '--no-install-recommends', 'install', ...missing]);
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}

install();
if (goal === 'test') installDebianPackages();
if (goal === 'build' || goal === 'test') build();
