import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../testing/dom.ts';
import { CodeEditor } from './CodeEditor.tsx';
import { Diff } from './Diff.tsx';
import { JsonView, YamlView } from './TreeView.tsx';

vi.mock('./editor.ts', () => ({
  mountEditor: () => {
    throw new Error('the chunk could not be loaded');
  },
}));

const copied: string[] = [];
beforeEach(() => {
  prepareDom();
  copied.length = 0;
  const writeText = async (text: string) => {
    copied.push(text);
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
});
afterEach(cleanup);

function Editor({ readOnly = false }) {
  const [text, setText] = useState('a: 1');
  return (
    <CodeEditor
      label="Spec"
      language="yaml"
      value={text}
      onChange={setText}
      readOnly={readOnly}
      invalid
      describedBy="why"
    />
  );
}

test('without its chunk the editor is a plain field with the same name, value and marks', async () => {
  render(<Editor />);
  await act(async () => {});
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Spec' });
  await userEvent.type(box, '\nb: 2');
  expect(box.value).toBe('a: 1\nb: 2');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(box.getAttribute('aria-describedby')).toBe('why');
  cleanup();
  render(<Editor readOnly />);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Spec' }).readOnly).toBe(true);
});

test('a diff says its changes in words and switches to two columns', () => {
  render(<Diff label="Change" before={'a\nmemory: 1Gi\nb'} after={'a\nmemory: 2Gi\nb\nc'} />);
  expect(screen.getByText('2 added, 1 removed')).toBeTruthy();
  const rows = () => screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows()).toContain('2−removedmemory: 1Gi');
  expect(rows()).toContain('2+addedmemory: 2Gi');
  expect(screen.getAllByText('1Gi').map((mark) => mark.tagName)).toEqual(['MARK']);
  fireEvent.click(screen.getByRole('button', { name: 'Side by side' }));
  expect(rows()).toContain('2−removedmemory: 1Gi2+addedmemory: 2Gi');
  expect(screen.getByRole('button', { name: 'One column' })).toBeTruthy();
});

// Seven hundred rows take a loaded machine seconds to draw outside of a browser.
test('a diff without a change shows nothing, a long one holds back', { timeout: 30_000 }, () => {
  const { container, rerender } = render(<Diff label="Change" unified="" />);
  expect(container.textContent).toBe('');
  const many = Array.from({ length: 700 }, (_, i) => `line ${i}`).join('\n');
  rerender(<Diff label="Change" before="" after={many} />);
  // By text: the roles of hundreds of rows take as long again.
  const lines = () => screen.getAllByText(/^line \d+$/);
  expect(lines()).toHaveLength(500);
  fireEvent.click(screen.getByText('Show 200 more lines'));
  expect(lines()).toHaveLength(700);
});

const VALUE = { name: 'ledger', spec: { replicas: 3, ports: [8080] } };
const names = () => screen.getAllByRole('treeitem').map((row) => row.textContent);

test('a tree is opened, shut and walked by keyboard', async () => {
  render(<JsonView label="Spec" value={VALUE} openLevels={1} />);
  expect(names()).toEqual(['"name": "ledger"', '"spec": {2 keys}']);
  const [first, second] = screen.getAllByRole('treeitem');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' });
  fireEvent.keyDown(second as HTMLElement, { key: 'ArrowRight' });
  expect(screen.getAllByRole('treeitem')[1]?.getAttribute('aria-expanded')).toBe('true');
  expect(names()).toContain('"replicas": 3');
  fireEvent.keyDown(second as HTMLElement, { key: '*' });
  expect(names()).toContain('0: 8080');
  fireEvent.keyDown(second as HTMLElement, { key: 'End' });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('0: 8080'));
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'p' });
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'c' });
  await vi.waitFor(() => expect(copied).toEqual(['spec.ports[0]', '8080']));
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowLeft' });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('ports'));
});

test('a search leaves what matches and counts it', async () => {
  render(<YamlView label="Spec" value={VALUE} openLevels={1} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Search in Spec' }), '8080');
  expect(names()).toEqual(['spec: ', 'ports: ', '- 8080']);
  expect(screen.getByRole('status').textContent).toBe('1 match');
  await userEvent.type(screen.getByRole('textbox', { name: 'Search in Spec' }), 'x');
  expect(screen.getByText('Nothing matches “8080x”')).toBeTruthy();
});

test('of a large list only the rows in view are in the page', () => {
  render(<JsonView label="Rows" value={Array.from({ length: 20_000 }, (_, i) => i)} />);
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(100);
  expect(screen.getAllByRole('treeitem')[0]?.getAttribute('aria-setsize')).toBe('20000');
});
