import { AppError } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { redactText } from './redact.ts';

function capture(format: 'json' | 'pretty', level: 'debug' | 'info' | 'silent' = 'info') {
  const written: string[] = [];
  const log = createLog({ level, format, write: (line) => void written.push(line) });
  return { log, written, entry: () => JSON.parse(written.at(-1) ?? '{}') as Record<string, unknown> };
}

describe('createLog', () => {
  it('writes one JSON object per line', () => {
    const { log, written, entry } = capture('json');
    log.child({ room: 'http' }).info({ port: 80 }, 'listening');
    expect(written).toHaveLength(1);
    expect(entry()).toMatchObject({ level: 'info', room: 'http', port: 80, msg: 'listening' });
    expect(new Date(String(entry().time)).getTime()).toBeGreaterThan(0);
  });

  it('leaves out what is below the level', () => {
    const { log, written } = capture('json');
    log.debug({}, 'detail');
    expect(written).toEqual([]);
    const silent = capture('json', 'silent');
    silent.log.error({}, 'loud');
    expect(silent.written).toEqual([]);
  });

  it('hides secrets by name at any depth', () => {
    const { log, written } = capture('json');
    log.warn(
      { password: 'p1', headers: { authorization: 'Bearer p2', 'set-cookie': 'p3' }, list: [{ apiKey: 'p4' }] },
      'x',
    );
    for (const secret of ['p1', 'p2', 'p3', 'p4']) expect(written[0]).not.toContain(secret);
    expect(written[0]).toContain('***');
  });

  it('hides credentials in addresses, in texts and in errors with their causes', () => {
    const { log, written, entry } = capture('json');
    const cause = new Error('connect postgres://me:hunter2@db/x failed');
    log.error({ url: 'http://u:hunter2@h/', error: new AppError('INTERNAL', { cause }) }, 'x');
    expect(written[0]).not.toContain('hunter2');
    expect(entry().error).toMatchObject({ code: 'INTERNAL', name: 'AppError' });
  });

  it('survives cycles and big integers', () => {
    const { log, written } = capture('json');
    const loop: Record<string, unknown> = { n: 5n };
    loop.self = loop;
    log.info({ loop }, 'x');
    expect(written[0]).toContain('[deep]');
  });

  it('writes readable lines', () => {
    const { log, written } = capture('pretty', 'debug');
    log.debug({ file: 'a.yaml', count: 2 }, 'read');
    expect(written[0]).toMatch(/debug.* read file=a\.yaml count=2\n$/);
  });
});

describe('redactText', () => {
  it.each([
    ['https://user:pw@host/a', 'https://***@host/a'],
    ['https://user@host', 'https://***@host'],
    ['https://host/a@b', 'https://host/a@b'],
    ['mail a@b.c', 'mail a@b.c'],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });
});
