import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DurationFilter } from './detail/DurationFilter.tsx';
import { FilterArea } from './FilterArea.tsx';
import { countTitle } from './SummaryBar.tsx';

afterEach(cleanup);

const base = {
  hidePassing: true,
  onHidePassing: () => undefined,
  labels: {},
  filters: [{ kind: 'toggle' as const, key: 'env', value: 'prod', count: 2 }],
};

describe('FilterArea', () => {
  it('includes, excludes, and goes back to neither on a second press', async () => {
    const onLabels = vi.fn();
    const area = { ...base, floating: false, onClose: () => undefined, onLabels };
    const { rerender } = render(<FilterArea {...area} />);
    await userEvent.click(screen.getByRole('button', { name: 'Include env: prod' }));
    expect(onLabels).toHaveBeenLastCalledWith({ 'env:prod': 1 });
    rerender(<FilterArea {...area} labels={{ 'env:prod': 1 }} />);
    expect(screen.getByRole('button', { name: 'Include env: prod' }).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Exclude env: prod' }));
    expect(onLabels).toHaveBeenLastCalledWith({ 'env:prod': -1 });
    await userEvent.click(screen.getByRole('button', { name: 'Include env: prod' }));
    expect(onLabels).toHaveBeenLastCalledWith({});
  });

  it('lists the values of a label by themselves, and keeps the other labels', async () => {
    const onLabels = vi.fn();
    const values = [
      { value: 'base', count: 2 },
      { value: 'front', count: 1 },
    ];
    const area = { ...base, floating: false, onClose: () => undefined, onLabels };
    render(<FilterArea {...area} labels={{ 'env:prod': -1 }} filters={[{ kind: 'select', key: 'team', values }]} />);
    await userEvent.click(screen.getByRole('button', { name: 'team' }));
    await userEvent.click(screen.getByRole('button', { name: 'Include base' }));
    expect(onLabels).toHaveBeenLastCalledWith({ 'env:prod': -1, 'team:base': 1 });
  });

  it('closes by its button, Escape and a click outside, when it floats', async () => {
    const onClose = vi.fn();
    render(
      <>
        <p>outside</p>
        <FilterArea {...base} floating onClose={onClose} onLabels={() => undefined} />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Close filters' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByText('outside'));
    expect(onClose).toHaveBeenCalledTimes(3);
    await userEvent.click(screen.getByText('Filter by Label'));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('stays open beside the list', async () => {
    const onClose = vi.fn();
    render(<FilterArea {...base} floating={false} onClose={onClose} onLabels={() => undefined} />);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(document.body);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Close filters' })).toBeNull();
  });
});

describe('DurationFilter', () => {
  it('takes values of one’s own and says what is allowed', async () => {
    const onChange = vi.fn();
    render(<DurationFilter value="All" choices={['100ms']} onChange={onChange} />);
    const field = screen.getByLabelText('Duration');
    await userEvent.clear(field);
    await userEvent.type(field, '7');
    expect(screen.getByText('duration is allowed only in milli seconds & seconds')).toBeTruthy();
    expect(onChange).not.toHaveBeenCalledWith('7');
    await userEvent.type(field, 's');
    expect(screen.queryByText(/duration is allowed only/)).toBeNull();
    expect(onChange).toHaveBeenLastCalledWith('7s');
  });
});

describe('countTitle', () => {
  it('says what is counted', () => {
    expect(countTitle('healthy', 1)).toBe('1 check passing');
    expect(countTitle('unhealthy', 1200)).toBe('1,200 checks failing');
    expect(countTitle('unknown', 2)).toBe('2 checks unknown');
  });
});
