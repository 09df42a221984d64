import type { FieldErrors } from '../platform/errors.ts';
import { issueMessage, type Issue } from '../platform/issues.ts';

/** Every fault of a body under its full path: `items.0.quantity`. */
export const fieldErrors = (issues: readonly Issue[], prefix: PropertyKey[] = []): FieldErrors => {
  // Without a prototype: a member named `toString` or `__proto__` is a name like any other.
  const fields = Object.create(null) as FieldErrors;
  const add = (path: PropertyKey[], message: string): void => {
    const name = [...prefix, ...path].map(String).join('.') || 'body';
    (fields[name] ??= []).push(message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], 'This field is not known here.');
    } else {
      add(issue.path, issueMessage(issue));
    }
  }
  return fields;
};
