import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { copyText } from './TagChips.tsx';
import { type Language, tokenizeLine } from './tokenize.ts';

export interface CodeProps {
  text: string;
  language?: Language;
  /** Names the region: "Canary spec". */
  label: string;
  lineNumbers?: boolean;
  /** What the button copies, where it is not the text itself: a text with a secret is shown without it. */
  copied?: string;
  /** Pixels before it scrolls. */
  maxHeight?: number;
}

/** Lines that are coloured; longer texts end plain, so that a huge document still opens at once. */
const MAX_COLOURED = 2000;

/** Read-only text with line numbers, light colouring and a copy button. */
export function Code({ text, language = 'text', label, lineNumbers = true, copied = text, maxHeight }: CodeProps) {
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text]);
  const coloured = lines.slice(0, MAX_COLOURED);
  const rest = lines.slice(MAX_COLOURED);
  return (
    <div className="qd-code">
      <IconButton
        className="qd-code-copy"
        label={`Copy ${label}`}
        icon={<Copy size={13} aria-hidden="true" />}
        onClick={() => copyText(copied)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="qd-code-scroll" tabIndex={0} aria-label={label} style={maxHeight ? { maxHeight } : undefined}>
        <pre className={lineNumbers ? 'qd-code-numbered' : undefined}>
          {coloured.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <code key={i}>
              {tokenizeLine(line, language).map((token, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place
                <span key={j} className={token.kind === 'plain' ? undefined : `qd-tok-${token.kind}`}>
                  {token.text}
                </span>
              ))}
              {'\n'}
            </code>
          ))}
          {rest.length > 0 && rest.join('\n')}
        </pre>
      </section>
    </div>
  );
}
