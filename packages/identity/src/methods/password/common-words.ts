import { dictionary as shared } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/** Lists of common passwords, words and names. They are large: import this file only when they are looked at. */
export const commonWords: readonly (readonly (string | number)[])[] = [
  ...Object.values(shared),
  ...Object.values(english),
];
