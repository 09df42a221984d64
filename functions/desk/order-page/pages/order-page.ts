import { html, raw } from 'hono/html';
import { listDrafts } from '../../../domain/storefront/order-page/drafts.ts';
import { listRevisions, readShownPage, readSchema } from '../../../domain/storefront/order-page/read.ts';
import { isShopPublic } from '../../../domain/storefront/order-page/shop.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { draftPath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { creatingForm } from '../../pages/folded-form.ts';
import { nextStep } from '../../pages/next-step.ts';
import { notices } from '../../pages/notices.ts';
import { table } from '../../pages/table.ts';
import { OPERATOR_DATA } from '../../texts/own-names.ts';
import { switchText } from '../../texts/page-switch.ts';
import type { DeskVisit } from '../../visit.ts';
import { labelsOf } from '../draft-form.ts';

type Revision = Awaited<ReturnType<typeof listRevisions>>['data'][number];
type Draft = Awaited<ReturnType<typeof listDrafts>>['data'][number];

interface Outcome {
  outcome?: string | undefined;
  refusal?: ApiError;
}

/** Maximum number of revisions in the history. */
const REVISIONS_SHOWN = 20;

export const pageOverview = async (visit: DeskVisit, { outcome, refusal }: Outcome): Promise<Reply> => {
  const { page: t } = visit.t;
  const { slug } = visit.company;
  const [{ body: live }, isPublic, drafts, revisions, schema] = await Promise.all([
    readShownPage(slug, undefined),
    isShopPublic(slug),
    listDrafts(slug, undefined),
    listRevisions(slug),
    readSchema(slug, visit.language),
  ]);
  const labels = labelsOf(schema.fields);
  const named = (paths: readonly string[]): string => paths.map((path) => labels.get(path) ?? path).join(', ');
  return deskPage(visit, {
    title: t.title,
    place: 'page',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${notices(visit, { refusal, names: {}, done: doneText(visit, outcome) })}
      ${await nextStep(visit, outcome === 'opened')} ${switchForm(visit, live.values['open'] === true)}
      <p>${t.text}</p>
      ${facts([
        [t.live, t.revision(live.revision)],
        [t.changedAt, live.updated_at === null ? '' : moment(visit, live.updated_at)],
        [t.ignored, named(live.ignored)],
      ])}
      <p class="links">
        ${isPublic ? html`<a href="${live.url}" target="_blank" rel="noopener">${t.openLive}</a>` : none}
        <span class="whole-line">${live.url}</span>
      </p>
      ${drafts.data.length === 0 ? html`<p>${t.noDrafts}</p>` : draftTable(visit, drafts.data)}
      ${creatingForm(t.create, createForm(visit, revisions.data.slice(0, REVISIONS_SHOWN)), { isOpen: refusal !== undefined })}
      ${revisions.data.length === 0 ? none : revisionTable(visit, revisions.data.slice(0, REVISIONS_SHOWN), named)}`,
  });
};

/** Shows whether customers can buy, with the button that changes it. */
const switchForm = (visit: DeskVisit, isOpen: boolean): Markup =>
  html`<form class="card line" method="post" action="/desk/order-page/drafts" data-switch>
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <p class="state ${isOpen ? 'on' : 'off'}">${switchText(visit.language, isOpen ? 'isOpen' : 'isClosed')}</p>
    <button ${isOpen ? raw('class="quiet"') : none} name="switch" value="${isOpen ? 'close' : 'open'}">
      ${switchText(visit.language, isOpen ? 'close' : 'open')}
    </button>
  </form>`;

const doneText = ({ t: { page: t }, language }: DeskVisit, outcome: string | undefined): string | undefined => {
  const texts = new Map([
    ['published', t.published],
    ['discarded', t.discarded],
    ['restored', t.restored],
    ['opened', switchText(language, 'opened')],
    ['closed', switchText(language, 'closed')],
  ]);
  return texts.get(outcome ?? '');
};

const draftTable = (visit: DeskVisit, drafts: readonly Draft[]): Markup => {
  const { page: t } = visit.t;
  return table('drafts', t.drafts, {
    head: [t.note, t.base, t.changedAt],
    rows: drafts.map((draft) => [
      html`<a href="${draftPath(draft.id)}">${draft.note ?? t.noNote}</a>`,
      t.revision(draft.base_revision),
      moment(visit, draft.updated_at),
    ]),
  });
};

const createForm = (visit: DeskVisit, revisions: readonly Revision[]): Markup => {
  const { page: t } = visit.t;
  return html`<form class="stack" method="post" action="/desk/order-page/drafts">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <label for="from_revision">${t.from}</label>
    <select id="from_revision" name="from_revision">
      <option value="">${t.fromLive}</option>
      ${revisions.map(
        ({ id, number, note }) =>
          html`<option value="${id}" ${id === visit.form.get('from_revision') ? raw('selected') : none}>
            ${[t.revision(number), note].filter(Boolean).join(': ')}
          </option>`,
      )}
    </select>
    <label for="note">${t.note}</label>
    <input id="note" name="note" maxlength="500" value="${visit.form.get('note')}" autocomplete="off" />
    <button>${t.createButton}</button>
  </form>`;
};

const revisionTable = (
  visit: DeskVisit,
  revisions: readonly Revision[],
  named: (paths: readonly string[]) => string,
): Markup => {
  const { page: t, item } = visit.t;
  return table('revisions', t.revisions, {
    head: [item.when, t.number, t.by, t.changed, t.note, ''],
    figures: [1],
    rows: revisions.map((revision, at) => [
      moment(visit, revision.published_at),
      String(revision.number),
      revision.published_by.type === 'operator' ? OPERATOR_DATA[visit.language] : revision.published_by.label,
      changedMarkup(revision, named),
      revision.note ?? '',
      at === 0 ? none : restoreForm(visit, revision),
    ]),
  });
};

/** Maximum number of changed fields that are all listed. A longer list is collapsed after its first field. */
const NAMED_MAX = 2;

const changedMarkup = ({ changed }: Revision, named: (paths: readonly string[]) => string): Markup =>
  changed.length <= NAMED_MAX
    ? html`${named(changed)}`
    : html`<details>
        <summary>${named(changed.slice(0, 1))} + ${String(changed.length - 1)}</summary>
        ${named(changed)}
      </details>`;

const restoreForm = (visit: DeskVisit, { id, number }: Revision): Markup =>
  html`<form method="post" action="/desk/order-page/revisions/${id}/restore">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <button class="quiet">${visit.t.page.restore}<span class="visually-hidden"> ${String(number)}</span></button>
  </form>`;
