/** `npm run dev`: the server from source, restarted on change, and the console with hot reload in front of it. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = spawn(
  process.execPath,
  ['--watch', '--disable-warning=ExperimentalWarning', 'packages/cli/src/main.ts', 'serve', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
const vite = await createServer({ root: join(root, 'packages/console') });
await vite.listen();
vite.printUrls();

server.on('exit', (code) => {
  vite.close().finally(() => process.exit(code ?? 1));
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
