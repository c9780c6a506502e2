import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
for (const [path, text] of await referencePages(root)) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
