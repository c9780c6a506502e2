import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <button type="button" onClick={() => this.setState({ failed: false })}>
        Retry
      </button>
    );
  }
}

const Hello = ({ name }: { name: string }) => <p>hello {name}</p>;

describe('a lazy part', () => {
  it('is drawn at once, without its fallback, when its script is there', async () => {
    const load = vi.fn(async () => Hello);
    const Part = lazyPart(load, <p>coming</p>);
    await Part.preload();
    render(<Part name="Ada" />);
    expect(screen.getByText('hello Ada')).toBeTruthy();
    await Part.preload();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('stands as its fallback until its script came', async () => {
    const Part = lazyPart(async () => Hello, <p>coming</p>);
    render(<Part name="Ada" />);
    expect(screen.getByText('coming')).toBeTruthy();
    expect(await screen.findByText('hello Ada')).toBeTruthy();
  });

  it('keeps what it holds when it is drawn again after its script came', async () => {
    let mounted = 0;
    const Counting = ({ name }: { name: string }) => {
      mounted += 1;
      return <input aria-label={name} />;
    };
    const Part = lazyPart(async () => Counting);
    const { rerender } = render(<Part name="field" />);
    const field = await screen.findByLabelText('field');
    rerender(<Part name="field" />);
    expect(screen.getByLabelText('field')).toBe(field);
    expect(mounted).toBeGreaterThan(0);
  });

  it('fetches again what could not be fetched, when it is drawn anew', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn<() => Promise<typeof Hello>>();
    load.mockRejectedValueOnce(new Error('cut off')).mockResolvedValue(Hello);
    const Part = lazyPart(load);
    render(
      <Boundary>
        <Part name="Ada" />
      </Boundary>,
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(load).toHaveBeenCalledTimes(1);
    act(() => retry.click());
    expect(await screen.findByText('hello Ada')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
