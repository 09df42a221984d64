import { validation } from '../../platform/messages/validation.ts';
import type { UserChoices } from '../../domain/company/users/manage-rules.ts';
import { DESK_ROLES } from '../../domain/company/settings/roles.ts';
import { asciiEmail, isEmailAddress } from '../../platform/email-address.ts';
import { invalid } from '../../platform/errors.ts';
import type { DeskVisit } from '../visit.ts';

/** Role and permissions from a form. Only users of a company that may act for others can be agency users. */
export const choicesOf = ({ form, company }: Pick<DeskVisit, 'form' | 'company'>): UserChoices => ({
  role: DESK_ROLES.find((each) => each === form.get('role')),
  agency: company.assigned.length > 0 && form.has('agency'),
  can_cancel: form.has('can_cancel'),
  can_list: form.has('can_list'),
});

type UserFields = UserChoices & { email?: string | undefined };

const EDITED = ['role', 'agency', 'can_cancel', 'can_list', 'email'] as const satisfies (keyof UserFields)[];

const shownText = (value: UserFields[keyof UserFields]): string =>
  value === true ? 'yes' : value === false ? '' : (value ?? '');

const shownField = (name: keyof UserFields): string => `was_${name}`;

/**
 * The values that the page showed, to compare them with the input. A refused form keeps the values that its page showed
 * first.
 */
export const shownFields = ({ form }: Pick<DeskVisit, 'form'>, user: UserFields): [name: string, value: string][] =>
  EDITED.map((name) => {
    const field = shownField(name);
    return [field, form.has(field) ? form.get(field) : shownText(user[name])];
  });

/** Some browsers send the domain of an email address in punycode. */
const comparedText = (name: keyof UserFields, text: string): string => (name === 'email' ? asciiEmail(text) : text);

/**
 * The fields that the acting user changed since the page was shown. A change to the email address must not restore a
 * role that another user has withdrawn in the meantime. A field whose shown value was not sent counts as changed.
 */
export const differingIn = ({ form }: Pick<DeskVisit, 'form'>, typed: UserFields): Partial<UserFields> =>
  Object.fromEntries(
    EDITED.filter((name) => {
      const shown = comparedText(name, form.get(shownField(name)));
      return !form.has(shownField(name)) || shown !== comparedText(name, shownText(typed[name]));
    }).map((name) => [name, typed[name]]),
  );

/** Throws 422 for an invalid email address. */
export const assertEmail = (text: string): string => {
  if (!isEmailAddress(text)) throw invalid('email', validation('email_malformed'), 'invalid_email');
  return text;
};

/** Role and permissions as sent, or `otherwise` for another form of the page, which has no role field. */
export const choicesShown = (visit: Pick<DeskVisit, 'form' | 'company'>, otherwise: UserChoices): UserChoices =>
  visit.form.has('role') ? choicesOf(visit) : otherwise;
