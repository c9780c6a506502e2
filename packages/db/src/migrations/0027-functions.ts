import { lookupFunctions } from './0027-lookups.ts';
import { relationshipFunctions } from './0027-relationships.ts';

/** The functions that clients call by name, and those of maintenance. */
export const functions = `${relationshipFunctions}${lookupFunctions}`;
