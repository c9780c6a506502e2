import { Dialog, Kbd } from '@quarterdeck/ui';
import { useCommandList } from './commands.tsx';
import { keyNames } from './shortcut-keys.ts';
import './shortcut-sheet.css';

/** The sheet of all shortcuts that work on this screen, made from the registry of commands. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useCommandList().filter((command) => command.shortcut);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="small">
      <dl className="qd-shortcuts">
        {commands.map((command) => (
          <div key={command.id}>
            <dt>{command.title}</dt>
            <dd>
              {keyNames(command.shortcut ?? '').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
