import type { Text } from '../../../platform/messages/message.ts';
import { html, raw } from 'hono/html';
import { listUsers } from '../../../domain/company/users/list-users.ts';
import type { UserRow } from '../../../domain/company/users/rows.ts';
import { grantableRoles, type UserChoices } from '../../../domain/company/users/manage-rules.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { userPath } from '../../codes.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import { confirmedFaults, OWN_PASSWORD, ownPasswordField, ownPasswordRefusal } from '../../own-password.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import { creatingForm } from '../../pages/folded-form.ts';
import { messages } from '../../pages/notices.ts';
import { stateMark, capitalize } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { USER_TEXTS } from '../../texts/users.ts';
import type { DeskVisit } from '../../visit.ts';
import { choicesShown } from '../user-choices.ts';

const SHOWN = 100;

/** Reason of a refusal, in the language of the page. */
export const userRefusalText = ({ language }: Pick<DeskVisit, 'language'>, refusal: ApiError): string =>
  ownPasswordRefusal(language, refusal) ??
  USER_TEXTS[language].refusals[refusal.code] ??
  localize({ language }, refusal.reason);

/** Faults of the refused form by field, in the language of the page. */
export const userFaults = (visit: Pick<DeskVisit, 'language'>, refusal: ApiError | undefined): FieldFaults =>
  confirmedFaults(refusal, refusal && userRefusalText(visit, refusal));

export const usersPage = async (visit: DeskVisit, refusal?: ApiError): Promise<Reply> => {
  const { company, language, request } = visit;
  const texts = USER_TEXTS[language];
  const { starting_after: startingAfter, outcome } = request.method === 'GET' ? request.query : {};
  const page = await listUsers(company.slug, { limit: SHOWN, startingAfter });
  return deskPage(visit, {
    title: texts.title,
    place: 'users',
    refusal,
    content: html`<h1>${texts.title}</h1>
      ${messages({ fault: refusal && userRefusalText(visit, refusal), done: outcome === 'removed' ? texts.outcome.removed : undefined })}
      ${creatingForm(texts.create, createForm(visit, userFaults(visit, refusal)), {
        isOpen: refusal !== undefined || page.data.length === 1,
      })}
      ${table('users', company.name, {
        head: [texts.username, texts.role, texts.state, texts.email, texts.rights],
        rows: page.data.map((user) => [
          html`<a href="${userPath(user.username)}">${user.username}</a>`,
          roleName(visit, user.role),
          user.invitedUntilMs === undefined ? stateMark(texts.active, 'on') : stateMark(texts.invited, 'off'),
          user.email ?? '',
          rightsIn(visit, user),
        ]),
      })}
      ${
        page.next_cursor === null
          ? none
          : html`<p class="links">
              <a href="/desk/users?${new URLSearchParams({ starting_after: page.next_cursor }).toString()}"
                >${texts.more}</a
              >
            </p>`
      }`,
  });
};

export const roleName = ({ t, language }: DeskVisit, role: UserRow['role']): string =>
  role === undefined ? USER_TEXTS[language].noRole : t.roles[role];

const rightsIn = ({ language }: DeskVisit, user: UserRow): string => {
  const texts = USER_TEXTS[language];
  const has = [
    user.agency ? texts.agency : '',
    user.can_cancel ? texts.canCancel : '',
    user.can_list ? '' : texts.cannotList,
  ];
  return has.filter((each) => each !== '').join(', ');
};

/**
 * Fields for role and permissions, with the input of a refused form. Offers only roles that the acting user may grant.
 */
export const choiceFields = (visit: DeskVisit, otherwise: UserChoices, faults: FieldFaults): Markup => {
  const texts = USER_TEXTS[visit.language];
  const { attributes, below } = aroundField(visit, { id: 'role', fault: faults['role'], hint: texts.rolesHint });
  const user = choicesShown(visit, otherwise);
  const box = (name: string, text: string, isChecked: boolean): Markup =>
    html`<label class="choice">
      <input type="checkbox" name="${name}" value="yes" ${isChecked ? raw('checked') : none} /> ${text}
    </label>`;
  return html`<label for="role">${texts.role}</label>
    <select id="role" name="role" ${attributes}>
      ${grantableRoles(visit.at.user).map(
        (role) =>
          html`<option value="${role}" ${role === user.role ? raw('selected') : none}>
            ${capitalize(visit.t.roles[role])}
          </option>`,
      )}
      <option value="" ${user.role === undefined ? raw('selected') : none}>${texts.noRole}</option>
    </select>
    ${below}
    <fieldset>
      <legend>${texts.rights}</legend>
      ${box('can_list', texts.canList, user.can_list)} ${box('can_cancel', texts.canCancel, user.can_cancel)}
      ${visit.company.assigned.length > 0 ? box('agency', texts.agency, user.agency) : none}
    </fieldset>`;
};

const createForm = (visit: DeskVisit, faults: FieldFaults): Markup => {
  const texts = USER_TEXTS[visit.language];
  const { attributes, below } = aroundField(visit, {
    id: 'username',
    fault: faults['username'],
    hint: texts.usernameHint,
  });
  return html`<form class="stack" method="post" action="/desk/users">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <label for="username">${texts.username}</label>
    <input
      id="username"
      name="username"
      value="${visit.form.get('username')}"
      maxlength="100"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${attributes}
    />
    ${below}
    ${emailField(visit, {
      id: 'invite-email',
      value: visit.form.get('email'),
      isRequired: true,
      fault: faults['email'],
      hint: texts.inviteText,
    })}
    ${choiceFields(visit, { role: 'staff', agency: false, can_cancel: false, can_list: true }, faults)}
    ${ownPasswordField(visit, { of: 'create', fault: faults[OWN_PASSWORD] })}
    <button>${texts.make}</button>
  </form>`;
};

interface EmailField {
  id: string;
  value: string;
  isRequired: boolean;
  fault?: Text | undefined;
  hint?: string;
}

export const emailField = (
  visit: Pick<DeskVisit, 'language'>,
  { id, value, isRequired, fault, hint }: EmailField,
): Markup => {
  const { attributes, below } = aroundField(visit, { id, fault, hint });
  return html`<label for="${id}">${USER_TEXTS[visit.language].email}</label>
    <input
      id="${id}"
      name="email"
      type="email"
      value="${value}"
      ${isRequired ? raw('required') : none}
      maxlength="254"
      autocomplete="off"
      ${attributes}
    />
    ${below}`;
};
