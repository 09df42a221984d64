import { html } from 'hono/html';
import { NO_CODES, readCounts } from '../../../domain/administration/campaigns/counts.ts';
import { campaignTag, campaignEntryOf, loadCampaign } from '../../../domain/administration/campaigns/entry.ts';
import { NO_RESULT, readResults, resultOfCampaign } from '../../../domain/reporting/reports/results.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { campaignPath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { decimal, money } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { fieldFaults } from '../../pages/field-fault.ts';
import type { DeskVisit } from '../../visit.ts';
import { seenVersion } from '../../seen-version.ts';
import { CAMPAIGN_FIELDS, campaignValues, experiencesOf } from '../campaign-form.ts';
import { sentValues } from '../typed.ts';
import { areaField, textField, type Form } from './fields.ts';
import { campaignFields, effectOf, targetOf } from './campaigns.ts';
import {
  batchList,
  campaignTexts,
  deleteForm,
  keyedForm,
  runStateOf,
  outcomeNotices,
  type FormOutcome,
} from './shared.ts';

/** A campaign with its results, its codes and the forms that change it. Throws 404. */
export const campaignPage = async (visit: DeskVisit, id: string, shown: FormOutcome): Promise<Reply> => {
  const t = campaignTexts(visit);
  const { slug, currency } = visit.company;
  const { campaign } = await loadCampaign(slug, id);
  const [counts, results, experiences, batches] = await Promise.all([
    readCounts(slug, [campaign.id]),
    readResults(slug, [resultOfCampaign(campaign.id)]),
    experiencesOf(visit),
    batchList(visit, { campaignId: campaign.id }),
  ]);
  const entry = campaignEntryOf(campaign);
  const { codes, activated } = counts.get(campaign.id) ?? NO_CODES;
  const { orders, minor } = results.get(resultOfCampaign(campaign.id)) ?? NO_RESULT;
  const names = new Map(experiences.map((each) => [each.id, each.name]));
  const faults = fieldFaults(shown.refusal, CAMPAIGN_FIELDS);
  const stored = campaignValues(visit, entry);
  const formFor = (name: string): Form =>
    shown.refused === name
      ? { name, values: sentValues(visit), faults }
      : { name, values: name === 'change' ? stored : {}, faults: {} };
  const path = campaignPath(campaign.id);
  const title = campaign.name === '' ? String(campaign.id) : campaign.name;
  return deskPage(visit, {
    title,
    place: 'campaigns',
    refusal: shown.refusal,
    content: html`${backLink('/desk/campaigns', t.toAll)}
      <h1>${title}</h1>
      ${outcomeNotices(visit, shown, CAMPAIGN_FIELDS)}
      ${facts([
        [t.appliesTo, targetOf(visit, entry, names)],
        [t.effect, effectOf(visit, entry)],
        [t.state, runStateOf(visit, entry)],
        [t.codes, t.activated(decimal(visit, activated), decimal(visit, codes))],
        [t.sold, decimal(visit, orders)],
        [t.sales, money(visit, decimalFromMinor(minor, currency), currency)],
      ])}
      <section class="card" aria-labelledby="change-title">
        <h2 id="change-title">${t.change}</h2>
        ${keyedForm(visit, {
          action: `${path}/change`,
          seen: seenVersion(visit, shown.refusal, campaignTag(campaign)),
          content: html`${campaignFields(visit, formFor('change'), experiences)} <button>${t.save}</button>`,
        })}
      </section>
      ${batches}
      <section class="card" aria-labelledby="codes-title">
        <h2 id="codes-title">${t.createCodes}</h2>
        <p>${t.createCodesText}</p>
        ${keyedForm(visit, {
          action: `${path}/codes`,
          content: html`${textField(visit, formFor('codes'), {
              name: 'count',
              label: t.count,
              hint: t.countHint,
              maxLength: 6,
              inputMode: 'numeric',
            })}
            ${areaField(visit, formFor('codes'), { name: 'codes', label: t.ownCodes, hint: t.ownCodesHint })}
            <button>${t.createCodes}</button>`,
        })}
      </section>
      ${deleteForm(visit, { action: `${path}/delete`, title: t.deleteCampaign, text: t.deleteCampaignText })}`,
  });
};
