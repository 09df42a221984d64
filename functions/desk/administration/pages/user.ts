import { html } from 'hono/html';
import type { ListedUser } from '../../../domain/company/users/list-users.ts';
import { mayResetFactor, rolesToGive } from '../../../domain/company/users/manage-rules.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { userPath } from '../../codes.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { ownPasswordField } from '../../own-password.ts';
import { messages } from '../../pages/notices.ts';
import { passwordField } from '../../pages/password-field.ts';
import { FACTOR_TEXTS } from '../../texts/second-factor.ts';
import { USER_TEXTS, type UserTexts } from '../../texts/users.ts';
import type { DeskVisit } from '../../visit.ts';
import { choiceFields, refusalIn, roleName } from './users.ts';

export type UserTold = keyof UserTexts['told'];

interface Shown {
  told?: string | undefined;
  refusal?: ApiError;
}

export const userPage = (visit: DeskVisit, user: ListedUser, { told, refusal }: Shown): Promise<Reply> => {
  const texts = USER_TEXTS[visit.language];
  const done = told !== undefined && Object.hasOwn(texts.told, told) ? texts.told[told as UserTold] : undefined;
  return deskPage(visit, {
    title: user.username,
    place: 'users',
    status: refusal?.status ?? 200,
    ...(refusal ? { headers: refusal.headers } : {}),
    content: html`<h1>${user.username}</h1>
      ${messages({ fault: refusal && refusalIn(visit, refusal), done })}
      <p>${visit.company.name}, ${roleName(visit, user.role)}</p>
      ${forms(visit, user)}
      <p class="links"><a href="/desk/users">${texts.back}</a></p>`,
  });
};

/** What may be done with a user: nothing with the own one, and nothing with one that is above. */
const forms = (visit: DeskVisit, user: ListedUser): Markup => {
  const texts = USER_TEXTS[visit.language];
  const { user: own } = visit.at;
  if (user.username === own.username) return html`<p>${texts.refusals['own_user']}</p>`;
  if (user.role !== undefined && !rolesToGive(own).includes(user.role))
    return html`<p>${texts.refusals['user_above']}</p>`;
  const path = userPath(user.username);
  return html`<section aria-labelledby="change">
      <h2 id="change">${texts.change}</h2>
      <form class="stack" method="post" action="${path}">
        ${tokenField(visit)} ${choiceFields(visit, { ...user, role: user.role })}
        ${ownPasswordField(visit, { of: 'change' })}
        <button>${texts.save}</button>
      </form>
    </section>
    <section aria-labelledby="new-password">
      <h2 id="new-password">${texts.newPassword}</h2>
      <p>${texts.newPasswordText}</p>
      <form class="stack" method="post" action="${path}/password">
        ${tokenField(visit)} ${passwordField(visit)} ${ownPasswordField(visit, { of: 'password' })}
        <button>${texts.save}</button>
      </form>
    </section>
    ${user.factor !== undefined && mayResetFactor(own, user) ? resetForm(visit, path) : none}
    <section aria-labelledby="remove">
      <h2 id="remove">${texts.remove}</h2>
      <p>${texts.removeText}</p>
      <form class="stack" method="post" action="${path}/remove">
        ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
        <label class="choice"><input type="checkbox" name="sure" value="yes" required /> ${texts.sure}</label>
        <button class="grave">${texts.remove}</button>
      </form>
    </section>`;
};

const resetForm = (visit: DeskVisit, path: string): Markup => {
  const texts = FACTOR_TEXTS[visit.language];
  return html`<section aria-labelledby="reset">
    <h2 id="reset">${texts.reset}</h2>
    <p>${texts.resetText}</p>
    <form class="stack" method="post" action="${path}/second-factor">
      ${tokenField(visit)} ${ownPasswordField(visit, { of: 'reset' })}
      <button class="quiet">${texts.reset}</button>
    </form>
  </section>`;
};
