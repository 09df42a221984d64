import { html } from 'hono/html';
import type { CampaignEntry } from '../../../domain/administration/campaigns/entry.ts';
import { listCampaigns } from '../../../domain/administration/campaigns/list.ts';
import { NO_RESULT, readResults, resultOfCampaign } from '../../../domain/reporting/reports/results.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { campaignPath } from '../../codes.ts';
import { decimal, minorMoney, money, numberText } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { fieldFaults } from '../../pages/field-fault.ts';
import { creatingForm } from '../../pages/folded-form.ts';
import { table } from '../../pages/table.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { CAMPAIGN_FIELDS, campaignValues, experiencesOf } from '../campaign-form.ts';
import { sentValues } from '../typed.ts';
import { choiceField, textField, tickField, type Form } from './fields.ts';
import { campaignTexts, keyedForm, runStateOf, outcomeNotices, type FormOutcome } from './shared.ts';

const SHOWN = 50;

/** The campaigns with their results, and a form for a new one. */
export const campaignsPage = async (visit: DeskVisit, shown: FormOutcome): Promise<Reply> => {
  const t = campaignTexts(visit);
  const { slug } = visit.company;
  const { request } = visit;
  const startingAfter = request.method === 'GET' ? request.query['starting_after'] : undefined;
  const [{ data, next_cursor: next }, experiences] = await Promise.all([
    listCampaigns(slug, { limit: SHOWN, startingAfter }),
    experiencesOf(visit),
  ]);
  const results = await readResults(
    slug,
    data.map(({ id }) => resultOfCampaign(id)),
  );
  const names = new Map(experiences.map(({ id, name }) => [id, name]));
  const form: Form = {
    name: 'new',
    values: shown.refusal ? sentValues(visit) : campaignValues(visit),
    faults: fieldFaults(shown.refusal, CAMPAIGN_FIELDS),
  };
  return deskPage(visit, {
    title: t.title,
    place: 'campaigns',
    refusal: shown.refusal,
    content: html`<h1>${t.title}</h1>
      ${outcomeNotices(visit, shown, CAMPAIGN_FIELDS)}
      <p>${t.text}</p>
      ${data.length === 0 ? html`<p>${t.none}</p>` : none}
      ${creatingForm(
        t.create,
        keyedForm(visit, {
          action: '/desk/campaigns',
          content: html`${campaignFields(visit, form, experiences)} <button>${t.create}</button>`,
        }),
        { isOpen: data.length === 0 || shown.refusal !== undefined },
      )}
      ${
        data.length === 0
          ? none
          : table('campaigns', t.all, {
              head: [t.name, t.appliesTo, t.effect, t.state, t.codes, t.sold, t.sales],
              figures: [4, 5, 6],
              rows: data.map((campaign) => {
                const { orders, minor } = results.get(resultOfCampaign(campaign.id)) ?? NO_RESULT;
                return [
                  html`<a href="${campaignPath(campaign.id)}"
                    >${campaign.name === '' ? campaign.id : campaign.name}</a
                  >`,
                  targetOf(visit, campaign, names),
                  effectOf(visit, campaign),
                  runStateOf(visit, campaign),
                  campaign.codes_count === 0
                    ? ''
                    : t.activated(decimal(visit, campaign.activated_count), decimal(visit, campaign.codes_count)),
                  decimal(visit, orders),
                  money(visit, decimalFromMinor(minor, visit.company.currency), visit.company.currency),
                ];
              }),
            })
      }
      ${next === null ? none : html`<p class="links"><a href="?starting_after=${encodeURIComponent(next)}">${t.more}</a></p>`}`,
  });
};

/** The effect of a campaign: a percentage, or the fixed value of each code. */
export const effectOf = (
  visit: DeskVisit,
  { kind, value, fixed_amount: fixed }: Pick<CampaignEntry, 'kind' | 'value' | 'fixed_amount'>,
): string => {
  const t = campaignTexts(visit);
  if (value === 0 && fixed !== null) return t.codesWorth(minorMoney(visit, fixed));
  const percent = numberText(visit, value);
  return kind === 'added-value' ? t.moreValue(percent) : t.lowerPrice(percent);
};

export const targetOf = (
  visit: DeskVisit,
  { applies_to: target }: Pick<CampaignEntry, 'applies_to'>,
  names: ReadonlyMap<number, string>,
): string => {
  const t = campaignTexts(visit);
  return target === 'gift_card' ? t.giftCards : (names.get(target.experience) ?? t.experience(target.experience));
};

/** Fields of a campaign, for a new or a stored one. */
export const campaignFields = (
  visit: DeskVisit,
  form: Form,
  experiences: readonly { id: number; name: string }[],
): Markup => {
  const t = campaignTexts(visit);
  const { currency } = visit.company;
  const target = form.values['applies_to'] ?? 'gift_card';
  const isListed = target === 'gift_card' || experiences.some(({ id }) => String(id) === target);
  return html`${typedInField(visit)} ${textField(visit, form, { name: 'name', label: t.name, hint: t.nameHint })}
    ${choiceField(visit, form, {
      name: 'applies_to',
      label: t.appliesTo,
      hint: t.appliesToHint,
      choices: [
        ['gift_card', t.giftCards],
        ...experiences.map(({ id, name }) => [String(id), name] as const),
        ...(isListed ? [] : [[target, t.experience(Number(target))] as const]),
      ],
    })}
    ${choiceField(visit, form, {
      name: 'kind',
      label: t.kind,
      choices: [
        ['added-value', t.kinds.more],
        ['reduced-price', t.kinds.lower],
      ],
    })}
    ${textField(visit, form, { name: 'value', label: t.percent, required: true, maxLength: 10, inputMode: 'decimal' })}
    <div class="side-by-side">
      <div>
        ${textField(visit, form, { name: 'amount_from', label: t.amountFrom(currency), hint: t.amountHint, inputMode: 'decimal', maxLength: 20 })}
      </div>
      <div>
        ${textField(visit, form, { name: 'amount_to', label: t.amountTo(currency), hint: t.amountHint, inputMode: 'decimal', maxLength: 20 })}
      </div>
    </div>
    ${window(visit, form)}
    ${textField(visit, form, { name: 'fixed_amount', label: t.fixedAmount(currency), hint: t.fixedAmountHint, inputMode: 'decimal', maxLength: 20 })}
    ${tickField(visit, form, { name: 'enabled', label: t.enabled })}
    ${tickField(visit, form, { name: 'public', label: t.public, hint: t.publicHint })}`;
};

/** Fields for start and end, in the company's zone. */
export const window = (visit: DeskVisit, form: Form): Markup => {
  const t = campaignTexts(visit);
  return html`<div class="side-by-side">
    <div>
      ${textField(visit, form, { name: 'opens_at', label: t.opens, hint: t.opensHint, type: 'datetime-local' })}
    </div>
    <div>
      ${textField(visit, form, { name: 'closes_at', label: t.closes, hint: t.closesHint, type: 'datetime-local' })}
    </div>
  </div>`;
};
