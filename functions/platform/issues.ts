import type * as z from 'zod/mini';

export type Issue = z.core.$ZodIssue;

/** The message of an issue whose schema did not bring its own. */
const UNNAMED = 'Invalid input';

/**
 * How everything that comes from outside is parsed: what is wrong is put into words afterwards, whatever language a
 * library may have set for the messages of this process.
 */
export const PARSING = { reportInput: true, error: () => UNNAMED } as const;

const NOUNS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** A sentence on what an issue is about that a caller can act on. */
export const issueMessage = (issue: Issue): string => {
  if (issue.message !== UNNAMED) return issue.message;
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
