import { describeMembers, allowUnknownMembers } from './describe.ts';
import { withNames } from './names.ts';
import { shareResponses } from './responses.ts';
import { addDiscriminators, enumerateConstants, splitEvents } from './unions.ts';
import type { Node, Refinable } from './tree.ts';

/**
 * Makes a generated document easier to read: responses allow unknown members, every member has a description, schemas
 * have names, unions have a discriminator, shared error responses are listed once, and unused components are removed.
 * It adds only information that is declared elsewhere.
 */
export const refineDocument = <T extends object>(document: T, eventTypes: readonly string[]): T => {
  const copy = structuredClone(document) as Refinable;
  for (const [name, schema] of Object.entries(copy.components.schemas)) {
    allowUnknownMembers(schema);
    describeMembers(name, schema);
  }
  for (const methods of Object.values(copy.paths ?? {})) {
    for (const { operationId, requestBody, responses } of Object.values(methods)) {
      describeMembers(String(operationId), requestBody);
      describeMembers('', responses);
    }
  }
  splitEvents(copy.components.schemas, eventTypes);
  const named = withNames(copy);
  addDiscriminators(named);
  enumerateConstants(named);
  shareResponses(named);
  removeUnused(named);
  return named as unknown as T;
};

const REFERENCE = /"#\/components\/([^"]+)"/g;

/** Removes shared schemas, parameters and headers that nothing refers to. */
const removeUnused = (document: Refinable): void => {
  let isComplete = false;
  while (!isComplete) {
    const used = new Set(Array.from(JSON.stringify(document).matchAll(REFERENCE), ([, name]) => name));
    isComplete = true;
    for (const kind of ['schemas', 'parameters', 'headers']) {
      const components = (document.components[kind] ?? {}) as Node;
      for (const name of Object.keys(components)) {
        if (used.has(`${kind}/${name}`)) continue;
        delete components[name];
        isComplete = false;
      }
    }
  }
};
