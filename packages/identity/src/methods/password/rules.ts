import type { FlowMessage, IdentityTraits } from '@quarterdeck/contract';
import { message } from '../../flows/messages.ts';
import type { IdentitySettings } from '../../settings.ts';

const MIN_DISTANCE = 5;
const PRODUCT = 'quarterdeck';

/** What is wrong with a password by itself and for its owner, or null (contract identity §6.1). */
export function passwordFault(
  password: string,
  traits: IdentityTraits,
  settings: Pick<IdentitySettings, 'passwordMinLength' | 'passwordMaxLength'>,
): FlowMessage | null {
  const text = password.normalize('NFC');
  const length = [...text].length;
  if (length < settings.passwordMinLength) {
    return message(4000032, { min_length: settings.passwordMinLength, actual_length: length });
  }
  if (length > settings.passwordMaxLength) return message(4000033, { max_length: settings.passwordMaxLength });
  const [local = ''] = traits.email.split('@');
  const own = [traits.email, local, traits.name?.first ?? '', traits.name?.last ?? '', PRODUCT];
  return own.some((one) => isClose(text.toLowerCase(), one.trim().toLowerCase())) ? message(4000031) : null;
}

/** Whether a password is nearly, or to more than half, a text that is known of its owner. */
function isClose(password: string, text: string): boolean {
  if (text === '') return false;
  return editDistance(password, text) < MIN_DISTANCE || longestShared(password, text) > password.length / 2;
}

/** How many characters must be added, removed or replaced to make one text of the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Length of the longest run of characters that stands in both texts. */
export function longestShared(a: string, b: string): number {
  let longest = 0;
  let row = new Array<number>(b.length + 1).fill(0);
  for (const char of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j += 1) {
      const run = char === b[j - 1] ? (row[j - 1] ?? 0) + 1 : 0;
      next.push(run);
      if (run > longest) longest = run;
    }
    row = next;
  }
  return longest;
}
