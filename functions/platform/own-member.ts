/**
 * Looks up an external name in a table. Every object inherits names such as `constructor`, so indexing would return a
 * function for them.
 */
export const ownMember = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
