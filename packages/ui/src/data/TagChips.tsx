import { orderTags } from '@quarterdeck/kit';
import { Copy, Minus, Plus } from 'lucide-react';
import { toast } from '../feedback/toast.tsx';
import { usePopupButton } from '../overlay/use-popup-button.ts';

export interface TagChipsProps {
  tags: Readonly<Record<string, string>>;
  /** How many are shown before "+N more" (default 4); from two on, one more takes the place of the button. */
  max?: number;
  /** Offers "Include" on a chip. */
  onInclude?: (key: string, value: string) => void;
  /** Offers "Exclude" on a chip. */
  onExclude?: (key: string, value: string) => void;
}

type Actions = Pick<TagChipsProps, 'onInclude' | 'onExclude'>;

/** Key-value tags as chips: account, namespace and name first, the rest by key (spec 000 §9); each offers include, exclude and copy; the rest stand behind "+N more". */
export function TagChips({ tags, max = 4, ...actions }: TagChipsProps) {
  const { open, buttonProps, popupProps } = usePopupButton();
  const all = orderTags(tags);
  const shown = all.length === max + 1 && max > 1 ? all : all.slice(0, max);
  const rest = all.slice(shown.length);
  if (all.length === 0) return null;
  return (
    <span className="qd-tags">
      {shown.map(([name, value]) => (
        <Tag key={name} name={name} value={value} {...actions} />
      ))}
      {rest.length > 0 && (
        <>
          <button {...buttonProps} className="qd-tag qd-tag-more">
            +{rest.length} more
          </button>
          {open && (
            // biome-ignore lint/a11y/useSemanticElements: a named group inside a popover
            <div {...popupProps} role="group" aria-label="More tags" className="qd-popup qd-tags-all">
              {rest.map(([name, value]) => (
                <Tag key={name} name={name} value={value} {...actions} />
              ))}
            </div>
          )}
        </>
      )}
    </span>
  );
}

function Tag({ name, value, onInclude, onExclude }: { name: string; value: string } & Actions) {
  const { open, leave, buttonProps, popupProps } = usePopupButton({ side: 'above' });
  const text = value ? `${name}: ${value}` : name;
  const act = (run: () => void) => () => {
    leave();
    run();
  };
  return (
    <>
      <button {...buttonProps} className="qd-tag" title={text}>
        {text}
      </button>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a named group inside a popover
        <div {...popupProps} role="group" aria-label={text} className="qd-popup qd-tag-acts">
          {onInclude && (
            <button type="button" onClick={act(() => onInclude(name, value))}>
              <Plus size={12} aria-hidden="true" />
              Include
            </button>
          )}
          {onExclude && (
            <button type="button" onClick={act(() => onExclude(name, value))}>
              <Minus size={12} aria-hidden="true" />
              Exclude
            </button>
          )}
          <button type="button" onClick={act(() => copyText(text))}>
            <Copy size={12} aria-hidden="true" />
            Copy
          </button>
        </div>
      )}
    </>
  );
}

/** Puts text on the clipboard and says so (`said`), or says that the browser refused. */
export async function copyText(text: string, said = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said);
  } catch {
    toast.error('The browser did not allow copying');
  }
}
