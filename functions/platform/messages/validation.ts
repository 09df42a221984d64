import { ownMember } from '../own-member.ts';
import { Message, messagesOf, type Text } from './message.ts';

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

/** Names of the allowed types without duplicates, joined by "or". */
const kindsText = (kinds: readonly string[]): string =>
  [...new Set(kinds.map((kind) => ownMember(KINDS, kind) ?? kind))].join(' or ');

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type Bound = number | bigint | Date;

/** Faults of values in any field. */
export const VALIDATION = {
  /** The first fault of a request. `field` is its path or empty; `others` is the number of further faults. */
  first_fault: ({ field, fault, others }: { field: string; fault: Text; others: number }) =>
    `${field === '' ? '' : `${field}: `}${String(fault)}${others === 0 ? '' : ` (and ${others} more)`}`,
  required: 'This field is required.',
  /** `kinds` are types of a schema. */
  kind_mismatch: ({ kinds }: { kinds: readonly string[] }) => `This must be ${kindsText(kinds)}.`,
  no_kind_matches: 'This is none of the kinds that it may be.',
  choice_unknown: ({ choices }: { choices: readonly unknown[] }) => `This must be one of: ${choices.join(', ')}.`,
  not_above_minimum: ({ minimum }: { minimum: Bound }) => `This must be greater than ${String(minimum)}.`,
  not_below_maximum: ({ maximum }: { maximum: Bound }) => `This must be less than ${String(maximum)}.`,
  below_minimum: ({ minimum }: { minimum: number }) => `This must be at least ${minimum}.`,
  above_maximum: ({ maximum }: { maximum: number }) => `This must be at most ${maximum}.`,
  not_multiple: ({ divisor }: { divisor: number | bigint }) => `This must be a multiple of ${divisor}.`,
  empty: 'This must not be empty.',
  length_out_of_range: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `This must have ${minimum} to ${maximum} characters.`,
  too_short: ({ minimum }: { minimum: number }) =>
    `This must have at least ${counted(minimum, 'character', 'characters')}.`,
  too_long: ({ maximum }: { maximum: number }) =>
    `This must have at most ${counted(maximum, 'character', 'characters')}.`,
  too_few_entries: ({ minimum }: { minimum: number }) =>
    `This must have at least ${counted(minimum, 'entry', 'entries')}.`,
  too_many_entries: ({ maximum }: { maximum: number }) =>
    `This must have at most ${counted(maximum, 'entry', 'entries')}.`,
  email_malformed: 'This must be an e-mail address.',
  malformed: 'This does not have the right form.',
  field_unknown: 'This field is not known here.',
  not_valid: 'This is not valid.',
  country_code_malformed: 'This must be a country code of two capital letters.',
  country_unknown: 'No country has this code.',
  letters_unprintable: ({ letters, others }: { letters: string; others: number }) =>
    `This holds letters that cannot be printed on a card: ${letters}${others === 0 ? '' : `, and ${others} more`}.`,
  control_characters: 'This must not have control characters.',
  return_address_not_approved: 'This address is not among the approved addresses of the company.',
};

export const validation = messagesOf(VALIDATION);

/** The arguments of a message about the first fault; undefined for any other text. */
export const firstFault = (text: Text): { field: string; fault: Text; others: number } | undefined =>
  text instanceof Message && text.id === 'first_fault'
    ? (text.args as Parameters<typeof VALIDATION.first_fault>[0])
    : undefined;
