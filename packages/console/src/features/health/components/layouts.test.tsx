import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { createFakeApi, prepareSizes } from '../../../testing/fake-api.ts';
import { renderWith } from '../../../testing/render.tsx';
import { arrangeRows, tableItems } from '../model/view.ts';
import { HealthTable } from './HealthTable.tsx';
import { PivotView } from './PivotView.tsx';

const CHECKS = [
  makeCheck('1', { name: 'alpha', canary_name: 'one', labels: { team: 'a' } }),
  makeCheck('2', { name: 'beta', canary_name: 'one', status: 'unhealthy', labels: { team: 'b' } }),
  makeCheck('3', {
    name: 'gamma',
    canary_name: 'two',
    labels: { team: 'a' },
    uptime: { passed: 1, failed: 1 },
    latency: { rolling1h: 1, p95: 1200 },
  }),
];
const hrefOf = (id: string): string => `/health?checkId=${id}`;

beforeEach(prepareSizes);
afterEach(cleanup);

describe('the card layout', () => {
  const items = tableItems(arrangeRows(CHECKS, 'canary_name', { by: 'name', desc: false }), new Set());
  const show = () => {
    const onOpen = vi.fn();
    const onToggleGroup = vi.fn();
    const table = {
      sort: { by: 'name', desc: false } as const,
      onSort: vi.fn(),
      onClearSort: vi.fn(),
      onExpand: vi.fn(),
      states: {},
      empty: null,
      hrefOf,
    };
    renderWith(
      createFakeApi(CHECKS),
      <HealthTable
        {...table}
        layout="card"
        items={items}
        selected="2"
        showNamespace
        onOpen={onOpen}
        onToggleGroup={onToggleGroup}
      />,
    );
    return { onOpen, onToggleGroup };
  };

  it('lists each check with its health in words, under its group', async () => {
    const { onOpen, onToggleGroup } = show();
    const names = screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'));
    expect(names).toEqual([null, 'gamma, Healthy', null, 'alpha, Healthy', 'beta, Unhealthy']);
    expect(screen.getByText('1 of 2 passing')).toBeTruthy();
    expect(screen.getByRole('row', { name: /beta/ }).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('row', { name: /alpha/ }));
    expect(onOpen).toHaveBeenCalledWith('1');
    await userEvent.click(screen.getByRole('button', { name: 'Collapse one' }));
    expect(onToggleGroup).toHaveBeenCalledWith('group:canary_name:one', false);
  });

  it('says in words what the marks show, also when there is nothing to show', () => {
    show();
    expect(screen.getAllByRole('img', { name: 'No recent results' })).toHaveLength(3);
  });
});

describe('PivotView', () => {
  const view = (cell: 'uptime' | 'latency' | 'checks', by: 'name' | 'canary_name' = 'canary_name') => {
    const onLeave = vi.fn();
    renderWith(
      createFakeApi(CHECKS),
      <PivotView checks={CHECKS} choice={{ by, label: 'team', cell }} hrefOf={hrefOf} onLeave={onLeave} />,
    );
    const table = screen.getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00a0', ' '));
    return { onLeave, table };
  };

  it('lays canaries out by the values of a label', () => {
    const { table } = view('checks');
    expect(table[0]).toBe('Canaryab');
    expect(table[1]).toMatch(/^one.*1.*1$/);
    expect(table[2]).toMatch(/^two.*1$/);
  });

  it.each([
    ['uptime', '50 %'],
    ['latency', '1.2 s'],
  ] as const)('a cell tells %s', (cell, text) => {
    expect(view(cell, 'name').table.at(-1)).toContain(text);
  });

  it('links a cell of one check to it, and leads back to the list', async () => {
    const { onLeave } = view('uptime');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(hrefOf('2'));
    await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
    expect(onLeave).toHaveBeenCalledOnce();
  });
});
