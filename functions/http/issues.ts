import type * as z from 'zod/mini';
import type { FieldErrors } from '../platform/errors.ts';

type Issue = z.core.$ZodIssue;

/** The message of an issue whose schema did not bring its own. */
const UNNAMED = 'Invalid input';

/** Every fault of a body under its full path: `items.0.quantity`. */
export const fieldErrors = (issues: readonly Issue[], prefix: PropertyKey[] = []): FieldErrors => {
  const fields: FieldErrors = {};
  const add = (path: PropertyKey[], message: string): void => {
    const name = [...prefix, ...path].map(String).join('.') || 'body';
    (fields[name] ??= []).push(message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], 'This field is not known here.');
    } else {
      add(issue.path, issue.message === UNNAMED ? describe(issue) : issue.message);
    }
  }
  return fields;
};

const NOUNS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const describe = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : `This must be ${NOUNS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.join(', ')}.`;
    case 'too_small':
      return bound(issue.origin, 'least', Number(issue.minimum));
    case 'too_big':
      return bound(issue.origin, 'most', Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'email' ? 'This must be an e-mail address.' : 'This does not have the right form.';
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    default:
      return 'This is not valid.';
  }
};

const bound = (origin: string, side: 'least' | 'most', figure: number): string => {
  if (origin === 'string') return `This must have at ${side} ${figure} characters.`;
  if (origin === 'array') return `This must have at ${side} ${figure} entries.`;
  return `This must be at ${side} ${figure}.`;
};
