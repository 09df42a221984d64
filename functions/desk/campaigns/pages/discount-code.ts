import { html } from 'hono/html';
import {
  discountCodeTag,
  discountCodeEntryOf,
  loadDiscountCode,
  presentDiscountCode,
} from '../../../domain/administration/discount-codes/entry.ts';
import { NO_RESULT, readResults, resultOfCode } from '../../../domain/reporting/reports/results.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { discountCodePath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { money } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { fieldFaults } from '../../pages/field-fault.ts';
import type { DeskVisit } from '../../visit.ts';
import { seenVersion } from '../../seen-version.ts';
import { DISCOUNT_FIELDS, discountValues } from '../discount-form.ts';
import { sentValues } from '../typed.ts';
import { discountOf, discountState, settingsFields, usesText } from './discount-codes.ts';
import { campaignTexts, deleteForm, keyedForm, outcomeNotices, type FormOutcome } from './shared.ts';

/** A discount code with its results and the forms that change it. Throws 404. */
export const discountCodePage = async (visit: DeskVisit, name: string, shown: FormOutcome): Promise<Reply> => {
  const t = campaignTexts(visit);
  const { slug, currency } = visit.company;
  const row = await loadDiscountCode(slug, name);
  const code = presentDiscountCode(row);
  const results = await readResults(slug, [resultOfCode(code.code)]);
  const { minor } = results.get(resultOfCode(code.code)) ?? NO_RESULT;
  const isRefused = shown.refused === 'change';
  const path = discountCodePath(code.code);
  return deskPage(visit, {
    title: code.code,
    place: 'discountCodes',
    refusal: shown.refusal,
    content: html`${backLink('/desk/discount-codes', t.toAllDiscounts)}
      <h1 translate="no">${code.code}</h1>
      ${outcomeNotices(visit, shown, DISCOUNT_FIELDS)}
      ${facts([
        [t.effect, discountOf(visit, code)],
        [t.state, discountState(visit, code)],
        [t.used, usesText(visit, code)],
        [t.sales, money(visit, decimalFromMinor(minor, currency), currency)],
      ])}
      <section class="card" aria-labelledby="change-title">
        <h2 id="change-title">${t.change}</h2>
        <p>${t.changeDiscountText}</p>
        ${keyedForm(visit, {
          action: `${path}/change`,
          seen: seenVersion(visit, shown.refusal, discountCodeTag(row)),
          content: html`${settingsFields(
              visit,
              {
                name: 'change',
                values: isRefused ? sentValues(visit) : discountValues(visit, discountCodeEntryOf(row)),
                faults: isRefused ? fieldFaults(shown.refusal, DISCOUNT_FIELDS) : {},
              },
              { isLimited: true },
            )} <button>${t.save}</button>`,
        })}
      </section>
      ${deleteForm(visit, { action: `${path}/delete`, title: t.deleteDiscount, text: t.deleteDiscountText })}`,
  });
};
