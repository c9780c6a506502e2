import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placePopup } from './popup.ts';
import { findByLetter, rove } from './roving.ts';

const viewport = { width: 1000, height: 800 };
const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 28 });

test('below its anchor, by either edge', () => {
  expect(placePopup(box(200, 100), { width: 160, height: 200 }, viewport)).toEqual({ left: 200, top: 132 });
  expect(placePopup(box(200, 100), { width: 160, height: 200 }, viewport, { align: 'end' }).left).toBe(140);
});

test('above when it does not fit below', () => {
  expect(placePopup(box(200, 700), { width: 160, height: 200 }, viewport).top).toBe(496);
  expect(placePopup(box(200, 10), { width: 160, height: 50 }, viewport, { side: 'above' }).top).toBe(42);
});

test('always inside the viewport', () => {
  expect(placePopup(box(950, 100), { width: 300, height: 50 }, viewport).left).toBe(692);
  expect(placePopup(box(10, 100), { width: 300, height: 50 }, viewport, { align: 'end' }).left).toBe(8);
  expect(placePopup(box(10, 400), { width: 300, height: 2000 }, viewport).top).toBe(8);
});

test('arrows go round a list, Home and End to its ends', () => {
  expect(rove('ArrowDown', 2, 3, 'vertical')).toBe(0);
  expect(rove('ArrowUp', 0, 3, 'vertical')).toBe(2);
  expect(rove('ArrowRight', 0, 3, 'vertical')).toBeUndefined();
  expect(rove('End', 0, 3, 'horizontal')).toBe(2);
  expect(rove('Home', 2, 0, 'horizontal')).toBeUndefined();
});

test('a letter finds the next item that begins with it', () => {
  expect(findByLetter(['Type', 'Team', 'Agent'], 0, 't')).toBe(1);
  expect(findByLetter(['Type', 'Team', 'Agent'], 1, 'T')).toBe(0);
  expect(findByLetter(['Type'], 0, 'x')).toBeUndefined();
});

test('a popup that fits the window is never cut off, wherever its button stands, and covers it only for want of room', () => {
  const at = fc.integer({ min: -50, max: 1050 });
  const place = fc.record({
    align: fc.constantFrom('start' as const, 'end' as const),
    side: fc.constantFrom('below' as const, 'above' as const),
  });
  const size = fc.record({ width: fc.integer({ min: 1, max: 984 }), height: fc.integer({ min: 1, max: 784 }) });
  fc.assert(
    fc.property(at, at, size, place, (left, top, popup, wanted) => {
      const anchor = box(left, top);
      const spot = placePopup(anchor, popup, viewport, wanted);
      expect(spot.left).toBeGreaterThanOrEqual(8);
      expect(spot.top).toBeGreaterThanOrEqual(8);
      expect(spot.left + popup.width).toBeLessThanOrEqual(viewport.width - 8);
      expect(spot.top + popup.height).toBeLessThanOrEqual(viewport.height - 8);
      const isOver = spot.top < anchor.bottom && spot.top + popup.height > anchor.top;
      const hasRoom = Math.max(viewport.height - anchor.bottom, anchor.top) >= popup.height + 12;
      if (hasRoom && top >= 0 && top <= 772) expect(isOver).toBe(false);
    }),
  );
});
