import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { ChipPopover, Popover } from './Popover.tsx';

beforeEach(() => prepareDom());
afterEach(cleanup);

const panel = () => screen.queryByRole('dialog', { name: 'Preferences' });

function Sample() {
  return (
    <>
      <Popover label="Preferences" trigger="⚙" triggerClass="">
        {(leave) => (
          <>
            <input aria-label="Width" />
            <button type="button" onClick={leave}>
              Done
            </button>
          </>
        )}
      </Popover>
      <button type="button">Next</button>
    </>
  );
}
const button = () => screen.getByRole('button', { name: 'Preferences' });

test('a popover says that it opens and what it controls; a second press closes it', () => {
  render(<Sample />);
  expect(button().getAttribute('aria-haspopup')).toBe('dialog');
  expect(button().getAttribute('aria-expanded')).toBe('false');
  expect(button().hasAttribute('aria-controls')).toBe(false);
  fireEvent.click(button());
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(button().getAttribute('aria-controls')).toBe(panel()?.id);
  fireEvent.click(button());
  expect(panel()).toBeNull();
});

test('Escape and an act within give the focus back to the button', async () => {
  render(<Sample />);
  fireEvent.click(button());
  act(() => screen.getByRole('textbox', { name: 'Width' }).focus());
  await userEvent.keyboard('{Escape}');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(button());
  fireEvent.click(button());
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('a press elsewhere and a Tab beyond it close it, a press within does not', async () => {
  render(<Sample />);
  fireEvent.click(button());
  fireEvent.pointerDown(screen.getByRole('textbox', { name: 'Width' }));
  expect(panel()).toBeTruthy();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Next' }));
  expect(panel()).toBeNull();
  fireEvent.click(button());
  act(() => screen.getByRole('button', { name: 'Done' }).focus());
  act(() => screen.getByRole('button', { name: 'Next' }).focus());
  expect(panel()).toBeNull();
});

test('of two popovers in each other Escape closes the inner one first', async () => {
  render(
    <Popover label="Outer" trigger="o" triggerClass="">
      <Popover label="Inner" trigger="i" triggerClass="">
        inside
      </Popover>
    </Popover>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Outer' }));
  fireEvent.click(screen.getByRole('button', { name: 'Inner' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Inner' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Outer' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a tool of a bar is named by its own text, or by the name it is given', () => {
  const { rerender } = render(
    <ChipPopover label="Filter by Type" name={null} trigger="Type: http">
      list
    </ChipPopover>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Type: http' }));
  expect(screen.getByRole('dialog', { name: 'Filter by Type' }).textContent).toBe('list');
  rerender(
    <ChipPopover label="Time range" name="Time range: 1 hour" title="from 04:00" trigger="1 hour">
      list
    </ChipPopover>,
  );
  expect(screen.getByRole('button', { name: 'Time range: 1 hour' }).title).toBe('from 04:00');
});

test('what it closes by is what was given last', () => {
  const onClick = vi.fn();
  render(
    <Popover label="Acts" trigger="a" triggerClass="">
      {(leave) => (
        <button
          type="button"
          onClick={() => {
            leave();
            onClick();
          }}
        >
          Act
        </button>
      )}
    </Popover>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Acts' }));
  fireEvent.click(screen.getByRole('button', { name: 'Act' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Act' })).toBeNull();
});
