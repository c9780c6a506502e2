import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { PointWalker } from './PointWalker.tsx';

afterEach(cleanup);

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];
const walker = () => screen.getByRole('slider', { name: 'Points' });
const at = () => Number(walker().getAttribute('aria-valuenow'));
const press = (key: string) => fireEvent.keyDown(walker(), { key });

function show(count: number) {
  return render(
    <PointWalker label="Points" count={count} textOf={(i) => `point ${i}`}>
      {(index) => <p>{index === undefined ? 'none' : `drawn ${index}`}</p>}
    </PointWalker>,
  );
}

test('it begins at the newest point and goes back and forth', () => {
  show(30);
  expect(walker().getAttribute('aria-valuetext')).toBe('point 29');
  press('ArrowLeft');
  expect(screen.getByText('drawn 29')).toBeTruthy();
  press('ArrowLeft');
  expect(walker().getAttribute('aria-valuetext')).toBe('point 28');
  press('PageDown');
  expect(at()).toBe(19);
  press('Home');
  expect(at()).toBe(1);
});

test('Escape and leaving let go of the point; other keys are left alone', () => {
  show(3);
  press('Home');
  press('Escape');
  expect(screen.getByText('none')).toBeTruthy();
  expect(press('Escape')).toBe(true);
  press('End');
  fireEvent.blur(walker());
  expect(screen.getByText('none')).toBeTruthy();
  expect(press('a')).toBe(true);
  expect(press('Home')).toBe(false);
});

test('no key leads out of the points, also when there come to be fewer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.constantFrom(...KEYS), { maxLength: 20 }),
      (count, keys) => {
        const { unmount } = show(count);
        for (const key of keys) {
          press(key);
          expect(at()).toBeGreaterThanOrEqual(1);
          expect(at()).toBeLessThanOrEqual(count);
        }
        unmount();
      },
    ),
    { numRuns: 30 },
  );
});
