/** A preposition and a person in a sentence; empty if the person was erased. */
export const withPerson = (preposition: string, person: string): string =>
  person === '' ? '' : ` ${preposition} ${person}`;
