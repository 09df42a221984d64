import type * as z from 'zod/mini';
import type { Message, Text } from './messages/message.ts';
import { validation } from './messages/validation.ts';

export type Issue = z.core.$ZodIssue;

/** Marks an issue whose schema has no message of its own. */
const UNNAMED = 'Invalid input';

/** Options for parsing. Messages are created afterwards, independent of the library's locale in this process. */
export const PARSING = { reportInput: true, error: () => UNNAMED } as const;

/** A message that explains to callers how to correct the fault. */
export const issueMessage = (issue: Issue): Text => {
  // The text of a schema may be a message (messages/error-text.ts).
  if (issue.message !== UNNAMED) return issue.message as Text;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? validation('required')
        : validation('kind_mismatch', { kinds: [issue.expected] });
    case 'invalid_value':
      return validation('choice_unknown', { choices: issue.values });
    case 'too_small':
      if (issue.inclusive === false) return validation('not_above_minimum', { minimum: issue.minimum });
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      if (issue.inclusive === false) return validation('not_below_maximum', { maximum: issue.maximum });
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return validation(issue.format === 'email' ? 'email_malformed' : 'malformed');
    case 'not_multiple_of':
      return validation('not_multiple', { divisor: issue.divisor });
    case 'invalid_union':
      return unionMessage(issue);
    default:
      return validation('not_valid');
  }
};

/** The fault of a union: that of an alternative whose type matches, otherwise the allowed types. */
const unionMessage = ({ errors }: z.core.$ZodIssueInvalidUnion): Text => {
  const ownIssues = errors.flat().filter(({ path }) => path.length === 0);
  const inner = ownIssues.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_union');
  if (inner) return issueMessage(inner);
  const kinds = ownIssues.flatMap((issue) => (issue.code === 'invalid_type' ? [issue.expected] : []));
  return kinds.length > 0 ? validation('kind_mismatch', { kinds }) : validation('no_kind_matches');
};

const tooSmall = (origin: string, minimum: number): Message => {
  if (origin === 'string') return minimum === 1 ? validation('empty') : validation('too_short', { minimum });
  return validation(origin === 'array' ? 'too_few_entries' : 'below_minimum', { minimum });
};

const tooBig = (origin: string, maximum: number): Message => {
  if (origin === 'string') return validation('too_long', { maximum });
  return validation(origin === 'array' ? 'too_many_entries' : 'above_maximum', { maximum });
};
