import { Dialog, Kbd } from '@quarterdeck/ui';
import { useCommandList } from './commands.tsx';
import './shortcut-sheet.css';

/** The sheet of all shortcuts that work on this screen, made from the registry of commands. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useCommandList().filter((command) => command.shortcut && (command.when?.() ?? true));
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="small">
      <dl className="qd-shortcuts">
        {commands.map((command) => (
          <div key={command.id}>
            <dt>{command.title}</dt>
            <dd>
              {command.shortcut?.split(' ').map((key) => (
                <Kbd key={key}>{KEY_NAMES[key] ?? key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const KEY_NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };
