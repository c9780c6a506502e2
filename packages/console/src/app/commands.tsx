import { isTyping } from '@quarterdeck/ui';
import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';

/** One act of a person. Buttons, shortcuts and the sheet of shortcuts are derived from it. */
export interface Command {
  id: string;
  title: string;
  icon?: ReactNode;
  keywords?: string;
  /** Keys as texts of `KeyboardEvent.key`; two with a blank between are pressed one after the other: `g h`. */
  shortcut?: string;
  /** Only listed, because the part that has the focus handles the key itself. */
  listedOnly?: boolean;
  when?: () => boolean;
  perform: () => void;
}

/** The commands of the screens that are open. */
export interface CommandRegistry {
  register(commands: readonly Command[]): () => void;
  list(): readonly Command[];
  subscribe(listener: () => void): () => void;
  /** Performs the command of a key; answers whether there was one. */
  press(key: string, nowMs: number): boolean;
}

const SEQUENCE_MS = 1000;

/** Makes an empty registry. A later command with the same shortcut goes before an earlier one. */
export function createCommandRegistry(): CommandRegistry {
  const listeners = new Set<() => void>();
  let all: readonly Command[] = [];
  let prefix: { key: string; at: number } | undefined;
  const set = (next: readonly Command[]): void => {
    all = next;
    for (const listener of listeners) listener();
  };
  const find = (shortcut: string): Command | undefined =>
    all.findLast((command) => command.shortcut === shortcut && !command.listedOnly && (command.when?.() ?? true));
  return {
    register(commands) {
      set([...all, ...commands]);
      return () => set(all.filter((command) => !commands.includes(command)));
    },
    list: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press(key, nowMs) {
      const begun = prefix && nowMs - prefix.at < SEQUENCE_MS ? prefix.key : undefined;
      prefix = undefined;
      const command = (begun && find(`${begun} ${key}`)) || find(key);
      if (command) command.perform();
      else if (all.some((one) => one.shortcut?.startsWith(`${key} `))) prefix = { key, at: nowMs };
      return command !== undefined;
    },
  };
}

const CommandContext = createContext<CommandRegistry | undefined>(undefined);

function useRegistry(): CommandRegistry {
  const registry = use(CommandContext);
  if (!registry) throw new Error('The command context provider is missing');
  return registry;
}

/** Gives the registry to the screens and listens for shortcuts; keys that go into a field or a dialog are left alone. */
export function CommandProvider({ registry, children }: { registry: CommandRegistry; children: ReactNode }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.target instanceof Element && event.target.closest('[role="menu"],[role="listbox"]')) return;
      if (registry.press(event.key, event.timeStamp)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [registry]);
  return <CommandContext value={registry}>{children}</CommandContext>;
}

/** Offers commands while the calling screen is open. Pass a list that is made once per change. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  useEffect(() => registry.register(commands), [registry, commands]);
}

/** All commands that are offered now. */
export function useCommandList(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.list);
}
