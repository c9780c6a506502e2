import { EventEmitter } from 'node:events';
import { silentLog } from '@quarterdeck/kit';
import { describe, expect, it } from 'vitest';
import { createShutdown, untilCrash, untilSignal } from './shutdown.ts';

describe('createShutdown', () => {
  it('runs the steps one after another, the last added first', async () => {
    const shutdown = createShutdown(silentLog);
    const order: string[] = [];
    shutdown.onStop('database', () => void order.push('database'));
    shutdown.onStop('scheduler', async () => {
      await Promise.resolve();
      order.push('scheduler');
    });
    expect(shutdown.stopping()).toBe(false);
    expect(await shutdown.stop()).toBe(true);
    expect(order).toEqual(['scheduler', 'database']);
    expect(shutdown.stopping()).toBe(true);
  });

  it('goes on after a step that fails', async () => {
    const shutdown = createShutdown(silentLog);
    let closed = false;
    shutdown.onStop('database', () => {
      closed = true;
    });
    shutdown.onStop('broken', () => Promise.reject(new Error('no')));
    expect(await shutdown.stop()).toBe(true);
    expect(closed).toBe(true);
  });

  it('runs once for all callers', async () => {
    const shutdown = createShutdown(silentLog);
    let runs = 0;
    shutdown.onStop('one', () => {
      runs += 1;
    });
    await Promise.all([shutdown.stop(), shutdown.stop()]);
    expect(runs).toBe(1);
  });

  it('gives up at the limit', async () => {
    const shutdown = createShutdown(silentLog, 5);
    shutdown.onStop('stuck', () => new Promise(() => undefined));
    expect(await shutdown.stop()).toBe(false);
  });
});

describe('untilCrash', () => {
  it('resolves with the first error that nobody caught, and logs each', async () => {
    const source = new EventEmitter();
    const logged: unknown[] = [];
    const crash = untilCrash(source, { ...silentLog, error: (fields) => void logged.push(fields) });
    const error = new Error('boom');
    source.emit('unhandledRejection', error);
    source.emit('uncaughtException', 'text');
    expect(await crash).toBe(error);
    expect(logged).toEqual([
      { event: 'unhandledRejection', error },
      { event: 'uncaughtException', error: 'text' },
    ]);
  });
});

describe('untilSignal', () => {
  it('resolves at the first signal and forces at the second', async () => {
    const source = new EventEmitter();
    let forced = 0;
    const signal = untilSignal(source, () => {
      forced += 1;
    });
    source.emit('SIGTERM');
    expect(await signal).toBe('SIGTERM');
    expect(forced).toBe(0);
    source.emit('SIGINT');
    expect(forced).toBe(1);
  });
});
