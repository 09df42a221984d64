import type * as z from 'zod/mini';
import { ownMember } from './own-member.ts';

export type Issue = z.core.$ZodIssue;

/** The message of an issue whose schema has none. */
const UNNAMED = 'Invalid input';

/** Input parsing: messages are made afterwards, independent of a library's locale in this process. */
export const PARSING = { reportInput: true, error: () => UNNAMED } as const;

const NOUNS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const nounOf = (expected: string): string => ownMember(NOUNS, expected) ?? expected;

/** A sentence about an issue that a caller can act on. */
export const issueMessage = (issue: Issue): string => {
  if (issue.message !== UNNAMED) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required.' : `This must be ${nounOf(issue.expected)}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.join(', ')}.`;
    case 'too_small':
      if (issue.inclusive === false) return `This must be greater than ${issue.minimum}.`;
      return bound(issue.origin, 'least', Number(issue.minimum));
    case 'too_big':
      if (issue.inclusive === false) return `This must be less than ${issue.maximum}.`;
      return bound(issue.origin, 'most', Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'email' ? 'This must be an e-mail address.' : 'This does not have the right form.';
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    case 'invalid_union':
      return unionMessage(issue);
    default:
      return 'This is not valid.';
  }
};

/** For a union: the fault in the form that matches best, otherwise the allowed forms. */
const unionMessage = ({ errors }: z.core.$ZodIssueInvalidUnion): string => {
  const own = errors.flat().filter(({ path }) => path.length === 0);
  const inner = own.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_union');
  if (inner) return issueMessage(inner);
  const kinds = new Set(own.flatMap((issue) => (issue.code === 'invalid_type' ? [nounOf(issue.expected)] : [])));
  return kinds.size > 0 ? `This must be ${[...kinds].join(' or ')}.` : 'This is none of the kinds that it may be.';
};

const bound = (origin: string, side: 'least' | 'most', figure: number): string => {
  if (origin === 'string' && side === 'least' && figure === 1) return 'This must not be empty.';
  if (origin === 'string') return `This must have at ${side} ${figure} ${figure === 1 ? 'character' : 'characters'}.`;
  if (origin === 'array') return `This must have at ${side} ${figure} ${figure === 1 ? 'entry' : 'entries'}.`;
  return `This must be at ${side} ${figure}.`;
};
