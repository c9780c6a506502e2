import type { IdentityTraits } from '@quarterdeck/contract';
import { message } from '../../flows/messages.ts';
import { methodButton, traitNodes } from '../../flows/nodes.ts';
import { beginAddressChange } from '../../flows/verification.ts';
import type { FormValues } from '../../http/negotiate.ts';
import { addWantedAddress, comparable, saveTraits } from '../../people/identity-store.ts';
import type { Method, PlacedMessage } from '../types.ts';

const MAX_LENGTH = 320;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** What someone says of themselves (contract identity §2.5): the name at any time, the address once the new one is proven. */
export const profileMethod: Method = {
  group: 'profile',
  settings: {
    accepts: ({ method }) => method === 'profile',
    isPrivileged: ({ identity, values }) =>
      comparable(readTraits(values).email) !== comparable(identity?.traits.email ?? ''),
    nodes: ({ flow, identity }) => [
      ...traitNodes('profile', flow.form.values ?? writeTraits(identity.traits)),
      methodButton('profile', message(1070003)),
    ],
    async submit({ visit, db, identity, values }) {
      const traits = readTraits(values);
      const messages = traitFaults(traits);
      if (messages.length > 0) return { kind: 'refused', messages, values: writeTraits(traits) };
      await saveTraits(db, identity.id, { ...traits, email: identity.traits.email });
      if (comparable(traits.email) === comparable(identity.traits.email))
        return { kind: 'saved', action: 'profile.change' };
      // Whoever has that address already learns of it by no mail, and the one who asks by nothing.
      const isFree = await addWantedAddress(db, identity.id, traits.email);
      return {
        kind: 'saved',
        action: 'address.ask',
        after: async () => {
          const flow = await beginAddressChange(visit, isFree ? identity : null, traits.email);
          return [{ action: 'show_verification_ui', flow }];
        },
      };
    },
  },
};

/** The traits of a form. */
export function readTraits(values: FormValues): IdentityTraits {
  const first = values['traits.name.first']?.trim() ?? '';
  const last = values['traits.name.last']?.trim() ?? '';
  return {
    email: values['traits.email']?.trim() ?? '',
    ...(first === '' && last === ''
      ? {}
      : { name: { ...(first === '' ? {} : { first }), ...(last === '' ? {} : { last }) } }),
  };
}

/** The fields that traits are shown in. */
export function writeTraits({ email, name }: IdentityTraits): Record<string, string> {
  return { 'traits.email': email, 'traits.name.first': name?.first ?? '', 'traits.name.last': name?.last ?? '' };
}

/** What is wrong with traits, each at its field. */
export function traitFaults({ email, name }: IdentityTraits): PlacedMessage[] {
  const faults: PlacedMessage[] = [];
  const at = (node: string, id: number) => faults.push({ node, message: message(id, { property: node }) });
  if (email === '') at('traits.email', 4000002);
  else if (email.length > MAX_LENGTH) at('traits.email', 4000017);
  else if (!ADDRESS.test(email)) at('traits.email', 4000040);
  if ((name?.first ?? '').length > MAX_LENGTH) at('traits.name.first', 4000017);
  if ((name?.last ?? '').length > MAX_LENGTH) at('traits.name.last', 4000017);
  return faults;
}
