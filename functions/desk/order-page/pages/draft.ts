import { html, raw } from 'hono/html';
import { joinLines } from '../../../platform/join-lines.ts';
import { listOverview, type OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import { readDraft } from '../../../domain/storefront/order-page/drafts.ts';
import { readShownPage, readSchema } from '../../../domain/storefront/order-page/read.ts';
import { changedPaths } from '../../../domain/storefront/order-page/rules.ts';
import type { PageValues } from '../../../domain/storefront/order-page/schema.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { draftPath } from '../../codes.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { notices } from '../../pages/notices.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { seenVersion } from '../../seen-version.ts';
import { NEW_DRAFT, labelsOf, isSubmitted, type PageField } from '../draft-form.ts';
import { draftFields } from './draft-fields.ts';
import { draftFaults, refusedDraft } from './refused-draft.ts';

interface Outcome {
  wasSaved?: boolean;
  refusal?: ApiError;
}

type Draft = Awaited<ReturnType<typeof readDraft>>['body'];

/** A draft with its fields, its changes and its actions. Throws 404. */
export const draftPage = async (visit: DeskVisit, id: string, { wasSaved, refusal }: Outcome): Promise<Reply> => {
  const { page: t } = visit.t;
  const { slug } = visit.company;
  const [{ body: draft }, { body: live }, { fields }, products] = await Promise.all([
    readDraft(slug, id, undefined),
    readShownPage(slug, undefined),
    readSchema(slug, visit.language),
    listOverview(slug, ''),
  ]);
  const isOpen = draft.status === 'open';
  return deskPage(visit, {
    title: draft.note ?? t.draftTitle,
    place: 'page',
    refusal,
    content: html`${backLink('/desk/order-page', t.back)}
      <h1>${draft.note ?? t.draftTitle}</h1>
      ${
        refusal
          ? refusedDraft(visit, {
              refusal,
              fields,
              values: draft.values,
              live: live.values,
              products: Object.fromEntries(products.map(({ product, name }) => [product.product_id, name])),
            })
          : notices(visit, { done: wasSaved ? t.saved : undefined })
      }
      ${
        isOpen
          ? html`${publishForm(visit, draft, { fields, live: live.values })}
            ${editForm(visit, draft, { fields, products, refusal })}`
          : html`<p>${t.closed}</p>
              ${isSubmitted(visit) ? editForm(visit, draft, { fields, products, refusal }) : none}`
      }`,
  });
};

const EDIT_FORM = 'draft-fields';

/** The stored draft is previewed and published, so the input of a rejected form must be saved first. */
const publishForm = (
  visit: DeskVisit,
  draft: Draft,
  { fields, live }: { fields: readonly PageField[]; live: PageValues },
): Markup => {
  const { page: t } = visit.t;
  const labels = labelsOf(fields);
  const isUnsaved = isSubmitted(visit);
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
      <button form="${EDIT_FORM}" data-when-unsaved ${isUnsaved ? none : raw('hidden')}>${t.save}</button>
      <button
        class="quiet"
        name="step"
        value="preview"
        formtarget="_blank"
        aria-describedby="preview-text"
        data-when-saved
        ${isUnsaved ? raw('hidden') : none}
      >
        ${t.preview}
      </button>
      ${
        differing.length === 0
          ? none
          : html`<button name="step" value="publish" data-when-saved ${isUnsaved ? raw('hidden') : none}>
              ${t.publish}
            </button>`
      }
      <button class="quiet" name="step" value="discard">${t.discard}</button>
    </form>
    <p id="preview-text" class="hint" data-when-saved ${isUnsaved ? raw('hidden') : none}>
      ${t.preview}: ${t.previewText}
    </p>
    <p class="hint" role="status" data-when-unsaved ${isUnsaved ? none : raw('hidden')}>
      ${FORM_TEXTS[visit.language].unsaved}
    </p>
  </section>`;
};

interface DraftForm {
  fields: readonly PageField[];
  products: readonly OverviewEntry[];
  refusal: ApiError | undefined;
}

/** The form of a draft. If the draft is closed, its input can only be saved as a new draft. */
const editForm = (visit: DeskVisit, draft: Draft, { fields, products, refusal }: DraftForm): Markup => {
  const { page: t } = visit.t;
  const seen = isSubmitted(visit) ? seenVersion(visit, refusal, draft.etag) : draft.etag;
  const note = visit.form.has('note') ? visit.form.get('note') : joinLines(draft.note ?? '');
  return html`<section aria-labelledby="edit">
    <h2 id="edit">${t.draftTitle}</h2>
    <form id="${EDIT_FORM}" class="stack" method="post" action="${draftPath(draft.id)}" data-edits>
      ${tokenField(visit)}${typedInField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="seen" value="${seen}" />
      <label for="note">${t.note}</label>
      <input id="note" name="note" maxlength="500" value="${note}" autocomplete="off" />
      ${draftFields(visit, { fields, values: draft.values, products, faults: draftFaults(visit, refusal, fields) })}
      ${draft.status === 'open' ? html`<button>${t.save}</button>` : html`<button name="${NEW_DRAFT}" value="yes">${t.newDraft}</button>`}
    </form>
  </section>`;
};
