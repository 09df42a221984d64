/**
 * The value that a table of values by name has for a name from outside. Every object inherits names such as `constructor`,
 * so indexing with such a name returns a function where nothing is expected.
 */
export const ownMember = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
