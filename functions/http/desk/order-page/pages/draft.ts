import { html } from 'hono/html';
import { readDraft } from '../../../../domain/order-page/drafts.ts';
import { readPage, readSchema } from '../../../../domain/order-page/read.ts';
import { changedPaths } from '../../../../domain/order-page/rules.ts';
import { PAGE_LANGUAGES, type PageValues } from '../../../../domain/order-page/schema.ts';
import type { ApiError } from '../../../../platform/errors.ts';
import type { Reply } from '../../../request.ts';
import { none, type Markup } from '../../../shop/markup.ts';
import { draftPath } from '../../codes.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, LANGUAGE_NAMES, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import { messages, notices } from '../../pages/notices.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { ANEW, editsIn, type PageField } from '../draft-form.ts';
import { draftFields, wasSent } from './draft-fields.ts';

interface Told {
  wasSaved?: boolean;
  refusal?: ApiError;
}

type Draft = Awaited<ReturnType<typeof readDraft>>['body'];

/** A draft with all that can be set, what it would change, and what can be done with it. Throws 404. */
export const draftPage = async (visit: DeskVisit, id: string, { wasSaved, refusal }: Told): Promise<Reply> => {
  const { page: t } = visit.t;
  const { slug } = visit.company;
  const [{ body: draft }, { body: live }, { fields }] = await Promise.all([
    readDraft(slug, id, undefined),
    readPage(slug, undefined),
    readSchema(slug, visit.language),
  ]);
  const isOpen = draft.status === 'open';
  return deskPage(visit, {
    title: draft.note ?? t.draftTitle,
    place: 'page',
    status: refusal?.status ?? 200,
    content: html`<h1>${draft.note ?? t.draftTitle}</h1>
      ${
        refusal
          ? refused(visit, { refusal, fields, values: draft.values, live: live.values })
          : notices(visit, { done: wasSaved ? t.saved : undefined })
      }
      ${
        isOpen
          ? html`${publishForm(visit, draft, { fields, live: live.values })} ${editForm(visit, draft, fields)}`
          : html`<p>${t.closed}</p>
              ${wasSent(visit) ? editForm(visit, draft, fields) : none}`
      }
      <p class="links"><a href="/desk/order-page">${t.back}</a></p>`,
  });
};

/** Fields of the page by path, as people call them. */
export const labelsOf = (fields: readonly PageField[]): Map<string, string> =>
  new Map(fields.map(({ path, label }) => [path as string, label]));

interface Refused {
  refusal: ApiError;
  fields: readonly PageField[];
  /** Of the draft. */
  values: PageValues;
  /** Of the live page. */
  live: PageValues;
}

/** Why nothing was saved: what somebody else has changed meanwhile, or what is wrong with which field. */
const refused = (visit: DeskVisit, { refusal, fields, values, live }: Refused): Markup => {
  const { page: t } = visit.t;
  const labels = labelsOf(fields);
  if (refusal.status === 412) {
    if (visit.form.get('step') === 'discard') return messages({ fault: t.discardedNot });
    return standing(visit, { told: t.changedMeanwhile, fields, values });
  }
  if (refusal.code === 'draft_closed' && wasSent(visit)) {
    return standing(visit, { told: t.closedMeanwhile, fields, values: live });
  }
  const faults = Object.entries(refusal.fields ?? {});
  if (faults.length === 0) return notices(visit, { refusal });
  return html`<div class="bad" role="alert">
    <ul>
      ${faults.map(
        ([name, messages]) =>
          html`<li>
            ${labels.get(name.replace(/^values\./, '')) ?? name}:
            ${messages.map((each) => faultText(visit, each)).join(' ')}
          </li>`,
      )}
    </ul>
  </div>`;
};

/** What stands now where something else was typed. */
const standing = (
  visit: DeskVisit,
  { told, fields, values }: { told: string; fields: readonly PageField[]; values: PageValues },
): Markup => {
  const { page: t } = visit.t;
  const labels = labelsOf(fields);
  const others = visit.form.has('step') ? [] : Object.keys(editsIn(visit, fields, values));
  return html`<div class="bad" role="alert">
    <p>${told}</p>
    ${
      others.length === 0
        ? html`<p>${t.nothingElse}</p>`
        : html`<ul>
            ${others.map((path) => html`<li>${t.now(labels.get(path) ?? path, shown(values[path], visit))}</li>`)}
          </ul>`
    }
  </div>`;
};

/** A fault of a text names its language first. */
const faultText = (visit: DeskVisit, fault: string): string => {
  const language = PAGE_LANGUAGES.find((each) => fault.startsWith(`${each}: `));
  if (language === undefined) return localize(visit, fault);
  return `${LANGUAGE_NAMES[language]}: ${localize(visit, fault.slice(language.length + 2))}`;
};

const SHOWN_MAX = 120;

/** A value in few words. */
const shown = (value: unknown, { language }: DeskVisit): string => {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (Array.isArray(value)) return value.join(', ').slice(0, SHOWN_MAX) || '–';
  if (typeof value === 'string') return value.slice(0, SHOWN_MAX);
  if (typeof value !== 'object') return JSON.stringify(value);
  const texts = value as Record<string, string>;
  return (texts[language] ?? Object.values(texts)[0] ?? '–').slice(0, SHOWN_MAX);
};

const publishForm = (
  visit: DeskVisit,
  draft: Draft,
  { fields, live }: { fields: readonly PageField[]; live: PageValues },
): Markup => {
  const { page: t } = visit.t;
  const labels = labelsOf(fields);
  const differing = changedPaths(live, draft.values);
  return html`<section class="card" aria-labelledby="publish">
    <h2 id="publish">${t.publishTitle}</h2>
    ${
      differing.length === 0
        ? html`<p>${t.same}</p>`
        : html`<p>${t.differs}</p>
            <ul>
              ${differing.map((path) => html`<li>${labels.get(path) ?? path}</li>`)}
            </ul>`
    }
    <form class="row" method="post" action="${draftPath(draft.id)}/close">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="seen" value="${draft.etag}" />
      <button class="quiet" name="step" value="preview" formtarget="_blank" aria-describedby="preview-text">
        ${t.preview}
      </button>
      ${differing.length === 0 ? none : html`<button name="step" value="publish">${t.publish}</button>`}
      <button class="quiet" name="step" value="discard">${t.discard}</button>
    </form>
    <p id="preview-text" class="hint">${t.previewText}</p>
  </section>`;
};

/** What was typed into a draft that is closed by now can only begin another one. */
const editForm = (visit: DeskVisit, draft: Draft, fields: readonly PageField[]): Markup => {
  const { page: t } = visit.t;
  const note = visit.form.has('note') ? visit.form.get('note') : (draft.note ?? '');
  return html`<section aria-labelledby="edit">
    <h2 id="edit">${t.draftTitle}</h2>
    <form class="stack" method="post" action="${draftPath(draft.id)}">
      ${tokenField(visit)}${typedInField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="seen" value="${draft.etag}" />
      <label for="note">${t.note}</label>
      <input id="note" name="note" maxlength="500" value="${note}" autocomplete="off" />
      ${draftFields(visit, fields, draft.values)}
      ${draft.status === 'open' ? html`<button>${t.save}</button>` : html`<button name="${ANEW}" value="yes">${t.anew}</button>`}
    </form>
  </section>`;
};
