import { describeMembers, allowUnknownMembers } from './describe.ts';
import { withNames } from './names.ts';
import { shareResponses } from './responses.ts';
import { discriminate, enumerateConstants, splitEvents } from './unions.ts';
import type { Refinable } from './tree.ts';

/**
 * Makes a generated document easier to read: responses allow unknown members, every member has a description, schemas
 * have names, unions have a discriminator, and shared error responses are listed once. It adds only information that is
 * declared elsewhere.
 */
export const refineDocument = <T extends object>(document: T, eventTypes: readonly string[]): T => {
  const copy = structuredClone(document) as unknown as Refinable;
  for (const [name, schema] of Object.entries(copy.components.schemas)) {
    allowUnknownMembers(schema);
    describeMembers(name, schema);
  }
  for (const methods of Object.values(copy.paths ?? {})) {
    for (const { requestBody, responses } of Object.values(methods)) describeMembers('', [requestBody, responses]);
  }
  splitEvents(copy.components.schemas, eventTypes);
  const named = withNames(copy);
  discriminate(named);
  enumerateConstants(named);
  shareResponses(named);
  return named as unknown as T;
};
