import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { inlineScriptHashes } from './headers.ts';

/** The built console: its page and what the page needs. */
export interface Console {
  /** CSP hashes of the page's inline scripts. */
  scriptHashes: string[];
  /** Answers with the page; never kept by caches without asking. */
  sendPage(reply: FastifyReply): FastifyReply;
  register(app: FastifyInstance): Promise<void>;
}

/** Reads the built console; null when it was not built. */
export function openConsole(folder: string | null): Console | null {
  const page = folder === null ? null : join(folder, 'index.html');
  if (folder === null || page === null || !existsSync(page)) return null;
  return {
    scriptHashes: inlineScriptHashes(readFileSync(page, 'utf8')),
    sendPage: (reply) => reply.sendFile('index.html'),
    async register(app) {
      // The default export is what a bundle and Node's own loader agree on for this CommonJS module.
      const { default: fastifyStatic } = await import('@fastify/static');
      await app.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        globIgnore: ['**/*.br', '**/*.gz'],
        index: 'index.html',
        cacheControl: false,
        setHeaders(reply, path) {
          const isHashed = /[\\/]assets[\\/]/.test(path);
          reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
    },
  };
}
