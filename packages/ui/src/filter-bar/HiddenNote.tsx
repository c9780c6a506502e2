import { formatCount } from '@quarterdeck/kit';
import { TextButton } from '../controls/Button.tsx';

/** Rows that the present filters leave out. */
export interface HiddenRows {
  count: number;
  /** What they are: "passing", "of other agents". */
  what: string;
  onShow: () => void;
}

/** What is left out, counted in words, with the way back: "894 passing hidden · Show". */
export function HiddenNote({ count, what, onShow }: HiddenRows) {
  return (
    <span>
      {formatCount(count)} {what} hidden ·{' '}
      <TextButton aria-label={`Show ${what}`} onClick={onShow}>
        Show
      </TextButton>
    </span>
  );
}
