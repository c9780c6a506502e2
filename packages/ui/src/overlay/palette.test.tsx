import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRank, highlight } from './match-text.ts';
import { Palette, type PaletteSection } from './Palette.tsx';

afterEach(cleanup);

const SECTIONS: PaletteSection[] = [
  { id: 'pages', title: 'Pages', items: [{ id: 'h', label: 'Health', keys: ['g', 'h'] }] },
  {
    id: 'checks',
    title: 'Checks',
    items: [
      { id: 'a', label: 'ledger/read', hint: 'http' },
      { id: 'b', label: 'ledger/write' },
    ],
  },
];

function open() {
  const onPick = vi.fn();
  const onClose = vi.fn();
  function Host() {
    const [query, setQuery] = useState('');
    return (
      <Palette
        label="Find"
        placeholder="A name"
        query={query}
        onQuery={setQuery}
        sections={SECTIONS}
        onPick={onPick}
        onClose={onClose}
        note="3 choices"
      />
    );
  }
  render(<Host />);
  const field = screen.getByRole('combobox', { name: 'Find' });
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { onPick, onClose, field, active };
}

describe('the palette', () => {
  it('has its first line ready, moves by arrows round the ends, and takes by Enter', () => {
    const { onPick, field, active } = open();
    expect(active()).toContain('Health');
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(active()).toBe('ledger/write');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(active()).toContain('ledger/read');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onPick).toHaveBeenCalledExactlyOnceWith(SECTIONS[1]?.items[0]);
  });

  it('goes back to the first line when the words change, and marks them', () => {
    const { field, active } = open();
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.change(field, { target: { value: 'wri' } });
    expect(active()).toContain('Health');
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['wri']);
  });

  it('groups its lines under names, tells what it has, and is taken from by a click', () => {
    const { onPick } = open();
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Pages', 'Checks']);
    expect(screen.getByRole('status').textContent).toBe('3 choices');
    fireEvent.click(screen.getByRole('option', { name: /ledger\/write/ }));
    expect(onPick).toHaveBeenCalledExactlyOnceWith(SECTIONS[1]?.items[1]);
  });

  it('closes by a click beside it', () => {
    const { onClose } = open();
    fireEvent.click(screen.getByRole('dialog', { hidden: true }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('highlight', () => {
  it('marks every word wherever it stands', () => {
    const marked = highlight('Ledger read ledger', 'LEDGER re').filter(({ hit }) => hit);
    expect(marked.map(({ text }) => text)).toEqual(['Ledger', 're', 'ledger']);
  });

  it('cuts without losing a letter', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, query) => {
        expect(
          highlight(text, query)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('createRank', () => {
  const rank = (query: string, text: string, further?: string) => createRank(query)(text, further);

  it('puts a beginning before a word, a word before a middle, and the rest last', () => {
    expect(rank('led', 'ledger')).toBe(0);
    expect(rank('led', 'web/ledger')).toBe(1);
    expect(rank('edge', 'ledger')).toBe(2);
    expect(rank('http', 'ledger', 'http')).toBe(3);
    expect(rank('ledger http', 'ledger', 'http')).toBe(0);
    expect(rank('dns', 'ledger', 'http')).toBeUndefined();
    expect(rank('', 'anything')).toBe(0);
    expect(rank('ed', 'red edge')).toBe(1);
    expect(rank('a/b', 'x a/b')).toBe(1);
    expect(rank('LED', 'ledger')).toBe(0);
  });
});
