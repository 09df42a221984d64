import { html } from 'hono/html';
import { PAGE_LANGUAGES } from '../platform/page-languages.ts';
import type { Markup } from '../pages/kit/markup.ts';
import { textsOf } from './language.ts';
import type { DeskVisit } from './visit.ts';

/** Name of the field with the language in which the amounts were typed. */
const TYPED_IN = 'typed_in';

type Visit = Pick<DeskVisit, 'form' | 't'>;

const languageTypedIn = ({ form }: Visit) => PAGE_LANGUAGES.find((each) => each === form.get(TYPED_IN));

/**
 * Number format in which the amounts of a form were typed. Another tab may have changed the language since the page was
 * shown, and `1.500` dinars then differ by a factor of a thousand.
 */
export const tagTypedIn = (visit: Visit): string => {
  const language = languageTypedIn(visit);
  return (language === undefined ? visit.t : textsOf(language)).tag;
};

/** A hidden field in every form with amounts. Input that is shown again keeps the language in which it was typed. */
export const typedInField = (visit: Visit & Pick<DeskVisit, 'language'>): Markup =>
  html`<input type="hidden" name="${TYPED_IN}" value="${languageTypedIn(visit) ?? visit.language}" />`;
