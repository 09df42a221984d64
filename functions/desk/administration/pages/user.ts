import { html } from 'hono/html';
import type { UserRow } from '../../../domain/company/users/rows.ts';
import { canResetFactor, grantableRoles } from '../../../domain/company/users/manage-rules.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { userPath } from '../../codes.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { OWN_PASSWORD, ownPasswordField } from '../../own-password.ts';
import type { FieldFaults } from '../../pages/field-fault.ts';
import { messages } from '../../pages/notices.ts';
import { FACTOR_TEXTS } from '../../texts/second-factor.ts';
import { USER_TEXTS, type UserTexts } from '../../texts/users.ts';
import type { DeskVisit } from '../../visit.ts';
import { shownFields } from '../user-choices.ts';
import { choiceFields, emailField, userRefusalText, roleName, userFaults } from './users.ts';

export type UserOutcome = keyof UserTexts['outcome'];

interface UserView {
  outcome?: string | undefined;
  refusal?: ApiError;
  /** The form that was refused, named by its outcome. */
  refused?: UserOutcome;
}

export const userPage = (visit: DeskVisit, user: UserRow, { outcome, refusal, refused }: UserView): Promise<Reply> => {
  const texts = USER_TEXTS[visit.language];
  const done =
    outcome !== undefined && Object.hasOwn(texts.outcome, outcome) ? texts.outcome[outcome as UserOutcome] : undefined;
  return deskPage(visit, {
    title: user.username,
    place: 'users',
    refusal,
    content: html`${backLink('/desk/users', texts.back)}
      <h1>${user.username}</h1>
      ${messages({ fault: refusal && userRefusalText(visit, refusal), done })}
      <p>${visit.company.name}, ${roleName(visit, user.role)}</p>
      ${user.invitedUntilMs === undefined ? none : html`<p>${texts.invitedUntil(formatMoment(visit, user.invitedUntilMs))}</p>`}
      ${forms(visit, user, (of) => (of === refused ? userFaults(visit, refusal) : {}))}`,
  });
};

/**
 * The forms that the acting user may send. For the own account and for users with a higher role, the reason why there
 * are none.
 */
const forms = (visit: DeskVisit, user: UserRow, faultsOf: (form: UserOutcome) => FieldFaults): Markup => {
  const texts = USER_TEXTS[visit.language];
  const { user: own } = visit.at;
  if (user.username === own.username) return html`<p>${texts.refusals['own_user']}</p>`;
  if (user.role !== undefined && !grantableRoles(own).includes(user.role))
    return html`<p>${texts.refusals['user_above']}</p>`;
  const path = userPath(user.username);
  const faults = faultsOf('changed');
  return html`<section aria-labelledby="change">
      <h2 id="change">${texts.change}</h2>
      <form class="stack" method="post" action="${path}">
        ${tokenField(visit)}
        ${shownFields(visit, { ...user, role: user.role }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${emailField(visit, { id: 'email', value: visit.form.has('role') ? visit.form.get('email') : (user.email ?? ''), isRequired: user.invitedUntilMs !== undefined, fault: faults['email'] })}
        ${choiceFields(visit, { ...user, role: user.role }, faults)}
        ${ownPasswordField(visit, { of: 'change', fault: faults[OWN_PASSWORD] })}
        <button>${texts.save}</button>
      </form>
    </section>
    ${user.email === undefined ? none : linkForm(visit, path, { user, faults: faultsOf('sent') })}
    ${user.factor !== undefined && canResetFactor(own, user) ? resetForm(visit, path, faultsOf('factor')) : none}
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

const formatMoment = ({ t, company }: DeskVisit, epochMs: number): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'long', timeStyle: 'short', timeZone: company.time_zone }).format(
    epochMs,
  );

/**
 * Form that sends an email to the user: a user who has not accepted the invitation gets it again, any other user gets a
 * link that resets the password.
 */
const linkForm = (
  visit: DeskVisit,
  path: string,
  { user: { email, invitedUntilMs }, faults }: { user: UserRow; faults: FieldFaults },
): Markup => {
  const texts = USER_TEXTS[visit.language];
  const { title, text } = invitedUntilMs === undefined ? texts.resetLink : texts.invitationLink;
  return html`<section aria-labelledby="link">
    <h2 id="link">${title}</h2>
    <p>${text(email ?? '')}</p>
    <form class="stack" method="post" action="${path}/link">
      ${tokenField(visit)} ${ownPasswordField(visit, { of: 'link', fault: faults[OWN_PASSWORD] })}
      <button class="quiet">${texts.send}</button>
    </form>
  </section>`;
};

const resetForm = (visit: DeskVisit, path: string, faults: FieldFaults): Markup => {
  const texts = FACTOR_TEXTS[visit.language];
  return html`<section aria-labelledby="reset">
    <h2 id="reset">${texts.reset}</h2>
    <p>${texts.resetText}</p>
    <form class="stack" method="post" action="${path}/second-factor">
      ${tokenField(visit)} ${ownPasswordField(visit, { of: 'reset', fault: faults[OWN_PASSWORD] })}
      <button class="quiet">${texts.reset}</button>
    </form>
  </section>`;
};
