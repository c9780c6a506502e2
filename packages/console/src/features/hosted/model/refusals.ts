/** What refusals of the sign-in library are in our words; by its codes. */
const TEXTS: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The address or the password is not right.',
  EMAIL_NOT_VERIFIED: 'Verify your address first: open the link in the mail that we sent you.',
  INVALID_EMAIL: 'This is no e-mail address.',
  PASSWORD_TOO_SHORT: 'The password needs 12 characters or more.',
  PASSWORD_TOO_LONG: 'The password may have 256 characters at most.',
  INVALID_PASSWORD: 'The present password is not right.',
  INVALID_TOKEN: 'The link was used already, or is too old. Ask for a new one.',
  ORGANIZATION_ALREADY_EXISTS: 'An organisation has this short name already.',
  ORGANIZATION_SLUG_ALREADY_TAKEN: 'An organisation has this short name already.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 'You have as many organisations as one person may make.',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
    'This invitation is for another address than the one you signed in with.',
  INVITATION_NOT_FOUND: 'The invitation was used already, was taken back, or is too old.',
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'This person is a member already.',
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'This person is invited already.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'The only owner cannot go: make somebody else an owner first.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'The only owner cannot go: make somebody else an owner first.',
};

/** The text of a refusal; undefined where the answer's own serves. */
export function refusalText(code: string): string | undefined {
  return Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
}

/** A short name as organisations have them: lower case letters, digits and single dashes. */
export function shortNameOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
}
