import { html, raw } from 'hono/html';
import { listUsers, type ListedUser } from '../../../domain/users/list-users.ts';
import { PASSWORD_MIN_LENGTH, rolesToGive } from '../../../domain/users/manage-rules.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../request.ts';
import { none, type Markup } from '../../shop/markup.ts';
import { deskPage, tokenField } from '../layout.ts';
import { USER_TEXTS } from '../texts/users.ts';
import type { DeskVisit } from '../visit.ts';
import { table } from './search.ts';

const SHOWN = 100;

export const usersPage = async (visit: DeskVisit, refusal?: ApiError): Promise<Reply> => {
  const { company, language, request } = visit;
  const words = USER_TEXTS[language];
  const { starting_after: startingAfter, told } = request.method === 'GET' ? request.query : {};
  const page = await listUsers(company.slug, { limit: SHOWN, startingAfter });
  return deskPage(visit, {
    title: words.title,
    place: 'users',
    status: refusal?.status ?? 200,
    content: html`<h1>${words.title}</h1>
      ${refusal ? html`<p class="bad" role="alert">${words.refusals[refusal.code] ?? refusal.message}</p>` : none}
      ${told === 'removed' ? html`<p class="done" role="status">${words.told.removed}</p>` : none}
      ${table('users', company.name, {
        head: [words.username, words.role, words.rights],
        rows: page.data.map((user) => [
          html`<a href="/desk/users/${encodeURIComponent(user.username)}">${user.username}</a>`,
          roleName(visit, user.role),
          rightsIn(visit, user),
        ]),
      })}
      ${
        page.next_cursor === null
          ? none
          : html`<p class="links">
              <a href="/desk/users?${new URLSearchParams({ starting_after: page.next_cursor }).toString()}"
                >${words.more}</a
              >
            </p>`
      }
      ${createForm(visit)}`,
  });
};

export const roleName = ({ t, language }: DeskVisit, role: ListedUser['role']): string =>
  role === undefined ? USER_TEXTS[language].noRole : t.roles[role];

const rightsIn = ({ language }: DeskVisit, user: ListedUser): string => {
  const words = USER_TEXTS[language];
  const has = [
    user.agency ? words.agency : '',
    user.can_cancel ? words.canCancel : '',
    user.can_list ? '' : words.cannotList,
  ];
  return has.filter((each) => each !== '').join(', ');
};

/** Role and rights; only roles that the one who chooses may give. */
export const choiceFields = (visit: DeskVisit, user: Omit<ListedUser, 'username' | 'company'>): Markup => {
  const words = USER_TEXTS[visit.language];
  const box = (name: string, text: string, isChecked: boolean): Markup =>
    html`<label class="choice">
      <input type="checkbox" name="${name}" value="yes" ${isChecked ? raw('checked') : none} /> ${text}
    </label>`;
  return html`<label for="role">${words.role}</label>
    <select id="role" name="role">
      ${rolesToGive(visit.at.user).map(
        (role) =>
          html`<option value="${role}" ${role === user.role ? raw('selected') : none}>${visit.t.roles[role]}</option>`,
      )}
      <option value="" ${user.role === undefined ? raw('selected') : none}>${words.noRole}</option>
    </select>
    <fieldset>
      <legend>${words.rights}</legend>
      ${box('can_list', words.canList, user.can_list)} ${box('can_cancel', words.canCancel, user.can_cancel)}
      ${visit.company.assigned.length > 0 ? box('agency', words.agency, user.agency) : none}
    </fieldset>`;
};

export const passwordField = (visit: DeskVisit): Markup => {
  const words = USER_TEXTS[visit.language];
  return html`<label for="password">${words.password}</label>
    <input
      id="password"
      name="password"
      type="password"
      required
      minlength="${String(PASSWORD_MIN_LENGTH)}"
      autocomplete="new-password"
      aria-describedby="password-hint"
    />
    <p class="hint" id="password-hint">${words.passwordHint(PASSWORD_MIN_LENGTH)}</p>`;
};

const createForm = (visit: DeskVisit): Markup => {
  const words = USER_TEXTS[visit.language];
  return html`<section class="card" aria-labelledby="create">
    <h2 id="create">${words.create}</h2>
    <form class="stack" method="post" action="/desk/users">
      ${tokenField(visit)}<label for="username">${words.username}</label>
      <input
        id="username"
        name="username"
        value="${visit.form.get('username')}"
        required
        maxlength="100"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      ${passwordField(visit)}
      ${choiceFields(visit, { role: 'staff', agency: false, can_cancel: false, can_list: true })}
      <button>${words.make}</button>
    </form>
  </section>`;
};
