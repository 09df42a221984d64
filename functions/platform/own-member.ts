/**
 * The value in a table for a name from outside. Every object inherits names such as `constructor`, so indexing with
 * such a name would return a function.
 */
export const ownMember = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
