import type { AccessResource } from '@quarterdeck/contract';
import { isTyping } from '@quarterdeck/ui';
import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { type Access, type Right, useAccess } from '../data/access.ts';

/** One act of a person. Buttons, shortcuts and the sheet of shortcuts are derived from it. */
export interface Command {
  id: string;
  title: string;
  icon?: ReactNode;
  keywords?: string;
  /**
   * Keys as texts of `KeyboardEvent.key`; two with a blank between are pressed one after the other: `g h`. `Mod+k` is
   * pressed with Ctrl or ⌘, and works while one types.
   */
  shortcut?: string;
  /** The right that it needs; without it the command is neither listed nor performed. */
  resource?: AccessResource;
  right?: Right;
  /** Leads to a page that the palette lists by itself. */
  isWay?: boolean;
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
  press(key: string, nowMs: number, access?: Access): boolean;
}

const SEQUENCE_MS = 1000;

/** Whether a command can be performed now by this person; with rights unknown, those that need none. */
function isOffered(command: Command, access: Access | undefined): boolean {
  if (command.resource && !access?.can(command.resource, command.right ?? 'write')) return false;
  return command.when?.() ?? true;
}

/** Makes an empty registry. A later command with the same shortcut goes before an earlier one. */
export function createCommandRegistry(): CommandRegistry {
  const listeners = new Set<() => void>();
  let all: readonly Command[] = [];
  let prefix: { key: string; at: number } | undefined;
  const set = (next: readonly Command[]): void => {
    all = next;
    for (const listener of listeners) listener();
  };
  const find = (shortcut: string, access: Access | undefined): Command | undefined =>
    all.findLast((command) => command.shortcut === shortcut && !command.listedOnly && isOffered(command, access));
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
    press(key, nowMs, access) {
      const begun = prefix && nowMs - prefix.at < SEQUENCE_MS ? prefix.key : undefined;
      prefix = undefined;
      const command = (begun && find(`${begun} ${key}`, access)) || find(key, access);
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

/** Gives the registry to the screens. */
export function CommandProvider({ registry, children }: { registry: CommandRegistry; children: ReactNode }) {
  return <CommandContext value={registry}>{children}</CommandContext>;
}

/**
 * Listens for shortcuts while the calling part is open; keys that go into a field or a dialog are left alone. Only the
 * frame does: who may do what is not to be asked where nobody is known yet.
 */
export function useShortcuts(): void {
  const registry = useRegistry();
  const access = useAccess();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (document.querySelector('dialog[open]')) return;
        if (registry.press(`Mod+${event.key.toLowerCase()}`, event.timeStamp, access)) event.preventDefault();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.target instanceof Element && event.target.closest('[role="menu"],[role="listbox"]')) return;
      if (registry.press(event.key, event.timeStamp, access)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [registry, access]);
}

/** Offers commands while the calling screen is open. Pass a list that is made once per change. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  useEffect(() => registry.register(commands), [registry, commands]);
}

/** All commands that this person is offered now. */
export function useCommandList(): readonly Command[] {
  const registry = useRegistry();
  const access = useAccess();
  const all = useSyncExternalStore(registry.subscribe, registry.list);
  return all.filter((command) => isOffered(command, access));
}
