import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reading whose end the test decides. */
function readings() {
  const open: { resolve(): void; reject(error: Error): void }[] = [];
  const read = vi.fn(() => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    open.push({ resolve, reject });
    return promise;
  });
  const onError = vi.fn();
  return { open, read, onError, refresher: createRefresher(read, onError) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a refresher', () => {
  it('reads once at a time, and once more for all that was asked meanwhile', async () => {
    const { open, read, refresher } = readings();
    const first = refresher.now();
    const second = refresher.now();
    const third = refresher.now();
    expect(read).toHaveBeenCalledTimes(1);
    open[0]?.resolve();
    await first;
    await settle();
    expect(read).toHaveBeenCalledTimes(2);
    open[1]?.resolve();
    await Promise.all([second, third]);
    await settle();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('answers only after a reading that began after the question', async () => {
    const { open, refresher } = readings();
    const done = vi.fn();
    void refresher.now();
    void refresher.now().then(done);
    open[0]?.resolve();
    await settle();
    expect(done).not.toHaveBeenCalled();
    open[1]?.resolve();
    await settle();
    expect(done).toHaveBeenCalled();
  });

  it('tells a failure and tries again after a second', async () => {
    const { open, read, onError, refresher } = readings();
    const done = refresher.now();
    open[0]?.reject(new Error('away'));
    await done;
    expect(onError).toHaveBeenCalledWith(new Error('away'));
    await vi.advanceTimersByTimeAsync(999);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toHaveBeenCalledTimes(2);
    open[1]?.resolve();
  });

  it('reads every so often', async () => {
    const { open, read, refresher } = readings();
    refresher.every(1000);
    await vi.advanceTimersByTimeAsync(1000);
    open[0]?.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads no more once it is stopped', async () => {
    const { open, read, onError, refresher } = readings();
    refresher.every(1000);
    const done = refresher.now();
    refresher.stop();
    open[0]?.reject(new Error('closed'));
    await done;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  });
});
