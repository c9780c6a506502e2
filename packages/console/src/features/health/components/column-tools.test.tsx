import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { createFakeApi, prepareSizes } from '../../../testing/fake-api.ts';
import { renderWith } from '../../../testing/render.tsx';
import { arrangeRows, tableItems } from '../model/view.ts';
import { HealthTable } from './HealthTable.tsx';

beforeEach(prepareSizes);
afterEach(cleanup);

const CHECKS = [makeCheck('1'), makeCheck('2')];

function show(fake: ReturnType<typeof createFakeApi>) {
  const sort = { by: 'uptime', desc: true } as const;
  const onClearSort = vi.fn();
  const acts = { onSort: vi.fn(), onOpen: vi.fn(), onExpand: vi.fn(), onToggleGroup: vi.fn(), hrefOf: () => '/health' };
  const items = tableItems(arrangeRows(CHECKS, 'no-group', sort), new Set());
  renderWith(
    fake,
    <HealthTable
      {...acts}
      items={items}
      layout="table"
      sort={sort}
      onClearSort={onClearSort}
      selected={undefined}
      showNamespace
      states={{}}
      empty={null}
    />,
  );
  return { onClearSort };
}

const headers = () => screen.getAllByRole('columnheader').map((one) => one.querySelector('.qd-th-name')?.textContent);

it('hides a column, remembers it, and shows it again', async () => {
  const fake = createFakeApi(CHECKS);
  show(fake);
  await userEvent.click(await screen.findByRole('button', { name: 'Column Trend' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Hide column' }));
  expect(headers()).not.toContain('Trend');
  cleanup();
  show(fake);
  expect(headers()).not.toContain('Trend');
  await userEvent.click(await screen.findByRole('button', { name: 'Column Health' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Show Trend' }));
  expect(headers()).toContain('Trend');
});

it('keeps the name, and takes a sort away', async () => {
  const { onClearSort } = show(createFakeApi(CHECKS));
  await userEvent.click(await screen.findByRole('button', { name: 'Column Checks' }));
  expect(screen.queryByRole('menuitem', { name: 'Hide column' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Column Uptime' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Clear sort' }));
  expect(onClearSort).toHaveBeenCalledOnce();
});

it.each(['{broken', '[1]', 'null', '{"hidden":5,"pinned":"x"}'])('reads any stored arrangement: %s', (stored) => {
  const fake = createFakeApi(CHECKS);
  fake.stored.set('healthColumns', stored);
  show(fake);
  expect(headers()).toContain('Checks');
  expect(headers()).toContain('Trend');
});
