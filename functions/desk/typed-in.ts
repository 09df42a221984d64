import { html } from 'hono/html';
import { PAGE_LANGUAGES } from '../platform/page-languages.ts';
import type { Markup } from '../pages/kit/markup.ts';
import { textsOf } from './language.ts';
import type { DeskVisit } from './visit.ts';

/** Name of the field with the language of the page that amounts were typed on. */
const TYPED_IN = 'typed_in';

type Visit = Pick<DeskVisit, 'form' | 't'>;

const languageTypedIn = ({ form }: Visit) => PAGE_LANGUAGES.find((each) => each === form.get(TYPED_IN));

/**
 * The way in which the amounts of a form are written. Another tab may have chosen another language since the page was
 * shown, and `1.500` dinars are a thousand times as many in one as in the other.
 */
export const tagTypedIn = (visit: Visit): string => {
  const language = languageTypedIn(visit);
  return (language === undefined ? visit.t : textsOf(language)).tag;
};

/** Part of every form with amounts. Input that is shown again keeps the language in which it was typed. */
export const typedInField = (visit: Visit & Pick<DeskVisit, 'language'>): Markup =>
  html`<input type="hidden" name="${TYPED_IN}" value="${languageTypedIn(visit) ?? visit.language}" />`;
