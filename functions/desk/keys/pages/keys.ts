import { html, raw } from 'hono/html';
import { listApiKeys } from '../../../domain/company/api-keys/list.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Scope } from '../../../platform/scopes.ts';
import { localDateTime } from '../../../platform/zones.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { localDay } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { confirmedFaults, OWN_PASSWORD, ownPasswordField, ownPasswordRefusal } from '../../own-password.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { creatingForm } from '../../pages/folded-form.ts';
import { messages, notices } from '../../pages/notices.ts';
import { stateMark } from '../../pages/state-mark.ts';
import { shownSecret } from '../../pages/secret.ts';
import { table } from '../../pages/table.ts';
import { emptyText } from '../../texts/empty.ts';
import { SCOPE_GROUP_NAMES, SCOPE_GROUPS, type ScopeGroup } from '../../texts/scopes.ts';
import type { DeskVisit } from '../../visit.ts';
import { scopesIn } from '../scopes-in.ts';

type Key = Awaited<ReturnType<typeof listApiKeys>>[number];

interface KeysView {
  wasRevoked?: boolean;
  refusal?: ApiError;
  /** The form that was refused. */
  of?: 'create' | 'revoke';
}

/** Fields of the form for a new key that can have a fault. */
const KEY_FIELDS = ['label', 'scopes'];

export const keysPage = async (visit: DeskVisit, { wasRevoked, refusal, of = 'create' }: KeysView): Promise<Reply> => {
  const { t, company } = visit;
  const keys = await listApiKeys(company.slug);
  const ofPassword = refusal && ownPasswordRefusal(visit.language, refusal);
  const faults =
    of === 'create' ? { ...fieldFaults(refusal, KEY_FIELDS), ...confirmedFaults(refusal, ofPassword) } : {};
  return deskPage(visit, {
    title: t.keys.title,
    place: 'keys',
    refusal,
    content: html`<h1>${t.keys.title}</h1>
      ${ofPassword === undefined ? none : messages({ fault: ofPassword })}
      ${notices(visit, { refusal: ofPassword === undefined ? refusal : undefined, names: namesIn(visit), done: wasRevoked ? t.keys.wasRevoked : undefined })}
      <p>${t.keys.text}</p>
      ${keys.length === 0 ? html`<p>${emptyText(visit.language, 'keys')}</p>` : none}
      ${creatingForm(t.keys.create, createForm(visit, chosenIn(visit, of === 'create' ? refusal : undefined), faults), {
        isOpen: keys.length === 0 || (refusal !== undefined && of === 'create'),
      })}
      ${
        keys.length === 0
          ? none
          : table('keys', t.keys.title, {
              head: [
                t.keys.label,
                t.keys.environment,
                t.keys.scopesOf,
                t.item.status,
                t.keys.expires,
                t.keys.lastUsed,
                '',
              ],
              rows: keys.map((key) => row(visit, key)),
            })
      }`,
  });
};

const namesIn = ({ t: { keys: t } }: DeskVisit): Record<string, string> => ({
  label: t.label,
  environment: t.environment,
  expires_in_days: t.expiresIn,
  scopes: t.scopesOf,
});

const row = (visit: DeskVisit, key: Key): (string | Markup)[] => {
  const { t, company } = visit;
  const day = (local: string | null): string => (local === null ? '' : localDay(visit, local));
  const isOver = key.expires_at !== null && key.expires_at <= localDateTime(nowMs(), company.time_zone);
  const state = key.revoked_at === null ? (isOver ? t.keys.over : t.keys.inUse) : t.keys.revoked(day(key.revoked_at));
  return [
    key.label,
    key.environment === 'live' ? t.keys.live : t.keys.test,
    html`<details>
      <summary>${t.keys.scopeCount(key.scopes.length)}</summary>
      ${key.scopes.map((scope) => html`${t.keys.scopes[scope]}<br />`)}
    </details>`,
    stateMark(state, key.revoked_at === null && !isOver ? 'on' : 'over'),
    key.expires_at === null ? t.keys.never : day(key.expires_at),
    key.last_used_at === null ? t.keys.never : day(key.last_used_at),
    key.revoked_at === null && !isOver ? revokeForm(visit, key) : none,
  ];
};

const revokeForm = (visit: DeskVisit, key: Key): Markup =>
  html`<details>
    <summary>${visit.t.keys.revoke}<span class="visually-hidden"> ${key.label}</span></summary>
    <form class="stack" method="post" action="/desk/keys/revoke">
      ${tokenField(visit)}<input type="hidden" name="id" value="${String(key.id)}" />
      <label class="choice"><input type="checkbox" name="sure" value="yes" required /> ${visit.t.keys.sure}</label>
      <button class="grave">${visit.t.keys.revoke}<span class="visually-hidden"> ${key.label}</span></button>
    </form>
  </details>`;

/** Offered lifetimes of a key in days. A key may also be created without an expiry. */
const LIVES_DAYS = [1, 30, 90, 365];

interface KeyChoices {
  label: string;
  environment: string;
  /** Lifetime in days; empty for a key without an expiry. */
  life: string;
  scopes: readonly Scope[];
}

/** Keeps the choices of a refused form, so that a test key does not become a live key. */
const chosenIn = ({ form }: DeskVisit, refusal: ApiError | undefined): KeyChoices =>
  refusal
    ? {
        label: form.get('label'),
        environment: form.get('environment'),
        life: form.get('expires_in_days'),
        scopes: scopesIn(form),
      }
    : { label: '', environment: 'live', life: '365', scopes: [] };

const option = (value: string, text: string, chosen: string): Markup =>
  html`<option value="${value}" ${value === chosen ? raw('selected') : none}>${text}</option>`;

const createForm = (
  visit: DeskVisit,
  { label, environment, life, scopes }: KeyChoices,
  faults: FieldFaults,
): Markup => {
  const { t } = visit;
  const named = aroundField(visit, { id: 'label', fault: faults['label'] });
  const allowed = aroundField(visit, { id: 'scopes', fault: faults['scopes'] });
  return html`<form class="stack" method="post" action="/desk/keys">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <label for="label">${t.keys.label}</label>
    <input id="label" name="label" value="${label}" required maxlength="255" autocomplete="off" ${named.attributes} />
    ${named.below}
    <label for="environment">${t.keys.environment}</label>
    <select id="environment" name="environment">
      ${option('live', t.keys.live, environment)} ${option('test', t.keys.test, environment)}
    </select>
    <label for="expires_in_days">${t.keys.expiresIn}</label>
    <select id="expires_in_days" name="expires_in_days">
      ${LIVES_DAYS.map((days) => option(String(days), t.keys.days(days), life))} ${option('', t.keys.never, life)}
    </select>
    <h3 id="scopes">${t.keys.scopesOf}</h3>
    ${allowed.below}
    <div
      class="groups"
      role="group"
      aria-labelledby="scopes"
      ${faults['scopes'] === undefined ? none : raw('aria-describedby="scopes-fault"')}
    >
      ${SCOPE_GROUP_NAMES.map((group) => scopeGroup(visit, group, scopes))}
    </div>
    ${ownPasswordField(visit, { of: 'create', fault: faults[OWN_PASSWORD] })}
    <button>${t.keys.issue}</button>
  </form>`;
};

const scopeGroup = ({ t }: DeskVisit, group: ScopeGroup, ticked: readonly Scope[]): Markup =>
  html`<fieldset>
    <legend>${t.keys.groups[group]}</legend>
    ${SCOPE_GROUPS[group].map(
      (scope) =>
        html`<label class="choice">
          <input type="checkbox" name="scope.${scope}" value="yes" ${ticked.includes(scope) ? raw('checked') : none} />
          ${t.keys.scopes[scope]}
        </label>`,
    )}
  </fieldset>`;

export const createdKeyPage = (visit: DeskVisit, { key, label }: { key: string; label: string }): Promise<Reply> => {
  const { t } = visit;
  return deskPage(visit, {
    title: t.keys.created,
    place: 'keys',
    content: html`<h1>${t.keys.created}</h1>
      <p>${label}</p>
      <p class="done" role="status">${t.keys.createdText}</p>
      ${shownSecret(visit, key, 'data-key')}
      <p class="links"><a class="button" href="/desk/keys">${t.keys.back}</a></p>`,
  });
};
