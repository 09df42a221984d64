import { html } from 'hono/html';
import { choosableCompany } from '../../domain/company/users/desk-session.ts';
import type { Reply } from '../../pipeline/request.ts';
import { hidden, none, type Markup } from '../../pages/kit/markup.ts';
import type { ShownForm } from '../forgery.ts';
import { deskPage, tokenField } from '../layout.ts';
import { FORM_TEXTS } from '../texts/forms.ts';
import type { DeskVisit } from '../visit.ts';

/** Name of the field for the slug of the company to switch back to. */
export const SWITCH_BACK = 'chosen_again';

const PASSWORDS = ['password', 'own_password'];

/**
 * Reports that the form was shown for a company other than the acting one. Nothing was executed. A button switches back
 * and sends the input again, unless the form has a file, which a page cannot fill in, or a password.
 */
export const otherCompanyPage = async (visit: DeskVisit, shown: ShownForm): Promise<Reply> => {
  const { at, company } = visit;
  const texts = FORM_TEXTS[visit.language];
  const choosable = await choosableCompany(at, shown.company);
  const name = choosable?.name ?? shown.company;
  const isSendable = visit.file === undefined && !PASSWORDS.some((name) => visit.form.has(name));
  return deskPage(visit, {
    title: texts.otherCompany,
    status: 409,
    content: html`<h1>${texts.otherCompany}</h1>
      <p>${texts.otherCompanyText(name, company.name)}</p>
      ${choosable === undefined ? none : isSendable ? sendForm(visit, shown, name) : chooseForm(visit, shown, name)}
      <p><a href="/desk">${texts.stay(company.name)}</a></p>`,
  });
};

const sendForm = ({ form, request, language }: DeskVisit, shown: ShownForm, name: string): Markup =>
  html`<form class="stack" method="post" action="${request.path}">
    ${form
      .entries()
      .filter(([field]) => field !== SWITCH_BACK)
      .map(([field, value]) => hidden(field, value))}
    <button name="${SWITCH_BACK}" value="${shown.company}">${FORM_TEXTS[language].sendFor(name)}</button>
  </form>`;

const chooseForm = (visit: DeskVisit, shown: ShownForm, name: string): Markup => {
  const texts = FORM_TEXTS[visit.language];
  return html`<p>${texts.typeAgain}</p>
    <form class="stack" method="post" action="/desk/settings">
      ${tokenField(visit)}<input type="hidden" name="to" value="${shown.page}" />
      <button name="company" value="${shown.company}">${texts.chooseAgain(name)}</button>
    </form>`;
};
