import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Badge } from './Badge.tsx';
import { HEALTH_WORD, type Health, HealthMark } from './HealthMark.tsx';
import { Icon } from './Icon.tsx';
import { RatioBar } from './RatioBar.tsx';
import { SeverityMark } from './SeverityMark.tsx';
import { Sparkline } from './Sparkline.tsx';
import { StatusStrip } from './StatusStrip.tsx';

afterEach(cleanup);

const HEALTHS = Object.keys(HEALTH_WORD) as Health[];

test('every health has its own shape and word, never colour alone', () => {
  const shapes = HEALTHS.map((health) => {
    const { container, unmount } = render(<HealthMark health={health} />);
    expect(screen.getByText(HEALTH_WORD[health])).toBeTruthy();
    const shape = container.querySelector('svg')?.innerHTML.replaceAll(/var\([^)]*\)/g, '');
    unmount();
    return shape;
  });
  expect(new Set(shapes).size).toBe(HEALTHS.length);
});

test('a health as a shape keeps its word for those who do not see it, and on hover', () => {
  render(<HealthMark health="unhealthy" show="shape" label="12 unhealthy" />);
  expect(screen.getByText('12 unhealthy')).toBeTruthy();
  expect(screen.getByTitle('12 unhealthy')).toBeTruthy();
});

test.each([
  ['critical', 'Critical'],
  ['HIGH', 'HIGH'],
  ['info', 'Info'],
  ['odd', 'Odd'],
  ['constructor', 'Constructor'],
])('the severity %s is said as %s', (severity, said) => {
  render(<SeverityMark severity={severity} />);
  expect(screen.getByText(said)).toBeTruthy();
});

test('a share bar says its counts, the worst first; nothing counted is said', () => {
  const { rerender } = render(<RatioBar healthy={8} unhealthy={2} warning={0} />);
  expect(screen.getByRole('img', { name: '2 unhealthy, 8 healthy' }).childElementCount).toBe(2);
  rerender(<RatioBar />);
  expect(screen.getByRole('img', { name: 'nothing counted' }).childElementCount).toBe(0);
});

test('a line is a picture where it says something, decoration else; one value draws none', () => {
  const { container, rerender } = render(<Sparkline values={[1, 5, 3]} label="p95 latency" />);
  expect(screen.getByRole('img', { name: 'p95 latency' })).toBeTruthy();
  rerender(<Sparkline values={[1, 1, 1]} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(container.querySelector('path')?.getAttribute('d')).not.toContain('NaN');
  rerender(<Sparkline values={[1]} />);
  expect(container.querySelector('path')).toBeNull();
});

test('a strip says its results in words, also when there are none', () => {
  const { rerender } = render(
    <StatusStrip
      results={[
        [1, 5, 1],
        [2, 9, 0],
      ]}
    />,
  );
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/1 failed/);
  rerender(<StatusStrip results={[]} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).not.toBe('');
});

test('an icon falls back to its second name, then to letters; no name draws nothing', () => {
  const { container, rerender } = render(<Icon name="nothing-known" fallback="http" label="HTTP" />);
  expect(screen.getByRole('img', { name: 'HTTP' }).querySelector('path, use')).toBeTruthy();
  rerender(<Icon name="nothing-known" />);
  expect(container.textContent).toBe('NO');
  rerender(<Icon name="constructor" />);
  expect(container.textContent).toBe('CO');
  rerender(<Icon name="" />);
  expect(container.childElementCount).toBe(0);
});

test('a badge is its text, with more on hover', () => {
  render(
    <Badge tone="bad" title="since 04:35">
      3
    </Badge>,
  );
  expect(screen.getByTitle('since 04:35').textContent).toBe('3');
});
