import { AppError, type Role } from '@quarterdeck/contract';
import { type Accounts, type Config, loadConfig, type NewAccount, openAccounts } from '@quarterdeck/server';
import type { Terminal } from './terminal.ts';

/** How `user` ends: done; it could not be done, and why was told; a setting is wrong. */
export const USER_EXIT = { done: 0, failed: 1, settings: 2 } as const;

/** What one of the `user` commands does with the accounts. */
export type UserAct = (accounts: Accounts, terminal: Terminal) => Promise<void>;

/** Adds an account and prints its password. */
export const addUser =
  (account: NewAccount): UserAct =>
  async (accounts, terminal) =>
    terminal.write(`${await accounts.add(account)}\n`);

/** Gives an account a new password and prints it. */
export const resetUser =
  (email: string): UserAct =>
  async (accounts, terminal) =>
    terminal.write(`${await accounts.reset(email)}\n`);

/** Prints the roles of an account, after it got others where some are given. */
export const userRoles =
  (email: string, wanted: readonly Role[]): UserAct =>
  async (accounts, terminal) => {
    if (wanted.length > 0) await accounts.setRoles(email, wanted);
    for (const role of await accounts.roles(email)) terminal.write(`${role}\n`);
  };

/** Opens the accounts, beside a running server too, and does one act. Answers the exit code. */
export async function withAccounts(act: UserAct, terminal: Terminal, load: () => Config = loadConfig): Promise<number> {
  try {
    const accounts = await openAccounts(load());
    try {
      await act(accounts, terminal);
    } finally {
      await accounts.stop();
    }
    return USER_EXIT.done;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    terminal.error(`${error.code}: ${error.message}`);
    return error.code === 'CONFIG_INVALID' ? USER_EXIT.settings : USER_EXIT.failed;
  }
}
