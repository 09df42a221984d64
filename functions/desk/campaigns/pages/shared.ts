import { html } from 'hono/html';
import { newestBatches } from '../../../domain/administration/code-batches/read.ts';
import type { CodeBatchRow } from '../../../domain/administration/code-batches/rows.ts';
import { isWithin } from '../../../domain/catalog/products/campaigns.ts';
import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { decimal, moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { messages, notices } from '../../pages/notices.ts';
import { stateMark } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { CAMPAIGN_TEXTS, type CampaignTexts } from '../../texts/campaigns/texts.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';
import type { DeskVisit } from '../../visit.ts';
import { isAtField } from '../typed.ts';

export const campaignTexts = ({ language }: Pick<DeskVisit, 'language'>): CampaignTexts => CAMPAIGN_TEXTS[language];

export interface FormOutcome {
  /** The completed action, from the URL of the page. */
  outcome?: string | undefined;
  refusal?: ApiError | undefined;
  /** The form that was refused. */
  refused?: string;
}

const CHANGED = 412;

/** The result, or the reason of a refusal. If faults are shown next to their fields, the notice refers to them. */
export const outcomeNotices = (
  visit: DeskVisit,
  { outcome, refusal }: FormOutcome,
  fields: readonly string[],
): Markup => {
  const t = campaignTexts(visit);
  if (refusal?.status === CHANGED) return messages({ fault: FORM_TEXTS[visit.language].changedMeanwhile });
  if (isAtField(refusal, fields)) return messages({ fault: FORM_TEXTS[visit.language].checkFields });
  const done =
    outcome !== undefined && Object.hasOwn(t.outcome, outcome)
      ? t.outcome[outcome as keyof CampaignTexts['outcome']]
      : undefined;
  return notices(visit, { refusal, done });
};

interface Runs {
  enabled: boolean;
  opens_at: string | null;
  closes_at: string | null;
}

/** Whether a campaign or code is active now; if not, why. */
export const runStateOf = (visit: DeskVisit, { enabled, opens_at: opens, closes_at: closes }: Runs): Markup => {
  const t = campaignTexts(visit);
  if (!enabled) return stateMark(t.states.off, 'over');
  if (isWithin({ from: opens, until: closes }, nowMs())) {
    return stateMark(closes === null ? t.states.running : t.states.runningUntil(moment(visit, closes)), 'on');
  }
  return opens !== null && Date.parse(opens) > nowMs()
    ? stateMark(t.states.from(moment(visit, opens)), 'off')
    : stateMark(t.states.ended, 'over');
};

const BATCHES_SHOWN = 20;

/** The newest batches of codes, each with its file. */
export const batchList = async (visit: DeskVisit, purpose: { campaignId: number } | 'discount'): Promise<Markup> => {
  const t = campaignTexts(visit);
  const batches = await newestBatches(visit.company.slug, purpose, BATCHES_SHOWN);
  if (batches.length === 0) return none;
  return table('batches', t.batches, {
    head: [t.created, t.codes, t.file],
    figures: [1],
    rows: batches.map((batch) => [
      moment(visit, toTimestamp(batch.createdAtMs)),
      decimal(visit, batch.total - batch.lost.length),
      fileOf(visit, batch),
    ]),
  });
};

const fileOf = (visit: DeskVisit, { id, status }: CodeBatchRow): Markup => {
  const t = campaignTexts(visit);
  return status === 'running'
    ? html`${t.running}`
    : html`<a href="/desk/code-batches/${id}" download>${t.download}</a>`;
};

/** A form with its own guid, which makes it a separate request. */
export const keyedForm = (
  visit: DeskVisit,
  { action, seen, content }: { action: string; seen?: string; content: Markup },
) =>
  html`<form class="stack" method="post" action="${action}">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    ${seen === undefined ? none : html`<input type="hidden" name="seen" value="${seen}" />`} ${content}
  </form>`;

/** Deleting is permanent, so the form requires a confirmation. */
export const deleteForm = (
  visit: DeskVisit,
  { action, title, text }: { action: string; title: string; text: string },
) => {
  const t = campaignTexts(visit);
  return html`<section class="card" aria-labelledby="delete">
    <h2 id="delete">${title}</h2>
    <p>${text}</p>
    ${keyedForm(visit, {
      action,
      content: html`<label class="choice"
          ><input type="checkbox" name="sure" value="yes" required /> <span>${t.sure}</span></label
        >
        <button class="grave">${title}</button>`,
    })}
  </section>`;
};
