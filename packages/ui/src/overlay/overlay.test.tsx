import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Button } from '../controls/Button.tsx';
import { prepareDom } from '../testing/dom.ts';
import { Confirm } from './Confirm.tsx';
import { Dialog } from './Dialog.tsx';
import { ChoiceMenu, Menu } from './Menu.tsx';
import { PANEL_WIDTH, Panel } from './Panel.tsx';
import { Tooltip } from './Tooltip.tsx';

beforeEach(() => prepareDom());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a menu opens on its first permitted item, arrows skip what is not permitted, Escape gives focus back', () => {
  const run = vi.fn();
  const no = vi.fn();
  const items = [
    { id: 'run', label: 'Run now', onSelect: run },
    { id: 'no', label: 'Not permitted', disabled: true, onSelect: no },
    { id: 'delete', label: 'Delete', onSelect: vi.fn() },
  ];
  render(<Menu trigger="More" items={items} />);
  const button = screen.getByRole('button', { name: 'More' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.keyDown(button, { key: 'ArrowDown' });
  const first = screen.getByRole('menuitem', { name: 'Run now' });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Not permitted' }));
  expect(no).not.toHaveBeenCalled();
  fireEvent.keyDown(document.activeElement ?? button, { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Run now' }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a click elsewhere closes a menu', () => {
  render(
    <>
      <Menu trigger="More" items={[{ id: 'run', label: 'Run now', onSelect: vi.fn() }]} />
      <p>elsewhere</p>
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.pointerDown(screen.getByText('elsewhere'));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a choice says its value, opens on it, and is found by letter', () => {
  const onChange = vi.fn();
  const options = [
    { value: 'none', label: 'No grouping' },
    { value: 'canary', label: 'Canary' },
    { value: 'type', label: 'Type' },
  ];
  render(<ChoiceMenu label="Group by" options={options} value="canary" onChange={onChange} />);
  fireEvent.click(screen.getByRole('button', { name: 'Group by Canary' }));
  const chosen = screen.getByRole('menuitemradio', { name: 'Canary', checked: true });
  expect(document.activeElement).toBe(chosen);
  fireEvent.keyDown(chosen, { key: 't' });
  const type = screen.getByRole('menuitemradio', { name: 'Type' });
  expect(document.activeElement).toBe(type);
  fireEvent.click(type);
  expect(onChange).toHaveBeenCalledWith('type');
});

function DialogScreen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit connection" helpHref="/help">
        Body
      </Dialog>
    </>
  );
}

test('a dialog is named, grows and shrinks, closes by its cross and a click outside, and gives focus back', () => {
  render(<DialogScreen />);
  const opener = screen.getByRole('button', { name: 'Edit' });
  act(() => opener.focus());
  fireEvent.click(opener);
  expect(screen.getByRole('dialog', { name: 'Edit connection' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/help');
  fireEvent.click(screen.getByRole('button', { name: 'Expand' }));
  fireEvent.click(screen.getByRole('button', { name: 'Shrink' }));
  fireEvent.click(screen.getByText('Body'));
  expect(screen.getByRole('dialog')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
  fireEvent.click(opener);
  fireEvent.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a pending confirmation acts once', () => {
  const onConfirm = vi.fn();
  const props = { open: true, onClose: vi.fn(), title: 'Delete “ledger”?', onConfirm };
  const { rerender } = render(<Confirm {...props} />);
  expect(screen.queryByRole('button', { name: 'Expand' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  rerender(<Confirm {...props} pending />);
  const button = screen.getByRole('button', { name: 'Delete' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(button);
  expect(onConfirm).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(props.onClose).toHaveBeenCalledOnce();
});

function PanelScreen({ onWidthChange }: { onWidthChange: (width: number) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Panel title="Check" width={400} onWidthChange={onWidthChange} onClose={() => setOpen(false)} takeFocus>
          Body
        </Panel>
      )}
    </>
  );
}

test('a panel is resized by keyboard within its limits, closes by Escape and gives focus back', () => {
  const onWidthChange = vi.fn();
  render(<PanelScreen onWidthChange={onWidthChange} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  act(() => opener.focus());
  fireEvent.click(opener);
  const panel = screen.getByRole('complementary', { name: 'Check' });
  expect(document.activeElement).toBe(panel);
  const handle = screen.getByRole('separator', { name: 'Resize panel' });
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(onWidthChange).toHaveBeenLastCalledWith(424);
  fireEvent.keyDown(handle, { key: 'Home' });
  expect(onWidthChange).toHaveBeenLastCalledWith(PANEL_WIDTH.min);
  expect(handle.getAttribute('aria-valuenow')).toBe('400');
  fireEvent.keyDown(panel, { key: 'Escape' });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('a tooltip describes its button while focused', () => {
  vi.useFakeTimers();
  render(
    <Tooltip content="At 04:35:08">
      <Button>9 s</Button>
    </Tooltip>,
  );
  const button = screen.getByRole('button', { name: '9 s' });
  act(() => {
    button.focus();
    vi.advanceTimersByTime(300);
  });
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  act(() => button.blur());
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('the pointer may go over a tooltip, to read or to copy it; Escape hides it', () => {
  vi.useFakeTimers();
  render(
    <Tooltip content="At 04:35:08">
      <Button>9 s</Button>
    </Tooltip>,
  );
  const place = screen.getByRole('button', { name: '9 s' }).parentElement as HTMLElement;
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  fireEvent.pointerEnter(place);
  wait(100);
  expect(screen.queryByRole('tooltip')).toBeNull();
  wait(200);
  fireEvent.pointerLeave(place);
  wait(50);
  fireEvent.pointerEnter(place);
  wait(1000);
  expect(screen.getByRole('tooltip')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerEnter(place);
  wait(300);
  fireEvent.pointerLeave(place);
  wait(300);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a dialog opens on its first field, where it has one', () => {
  const { rerender } = render(
    <Dialog open title="Rename" onClose={vi.fn()} helpHref="https://docs.example.org/rename">
      <input aria-label="Off" disabled />
      <input aria-label="Name" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  const help = screen.getByRole('link', { name: 'Documentation' });
  expect(help.getAttribute('rel')).toBe('noreferrer');
  rerender(
    <Dialog open title="Rename" onClose={vi.fn()}>
      text
    </Dialog>,
  );
  expect(screen.queryByRole('link', { name: 'Documentation' })).toBeNull();
});

test.each(['very-small', 'small', 'medium', 'large', 'full'] as const)(
  'a %s dialog grows only where it may',
  (size) => {
    render(
      <Dialog open size={size} title="Run" onClose={vi.fn()}>
        text
      </Dialog>,
    );
    const word = size === 'full' ? 'Shrink' : 'Expand';
    const grow = screen.queryByRole('button', { name: word });
    expect(grow !== null).toBe(size !== 'very-small' && size !== 'small');
    if (!grow) return;
    fireEvent.click(grow);
    expect(screen.getByRole('button', { name: size === 'full' ? 'Expand' : 'Shrink' })).toBeTruthy();
  },
);
