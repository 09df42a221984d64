import { html } from 'hono/html';
import type { CompanySettings } from '../../../domain/administration/companies/present-settings.ts';
import type { Markup } from '../../../pages/kit/markup.ts';
import { methodName } from '../../../pages/kit/paid-with.ts';
import { GATEWAY_NAMES } from '../../../platform/payment-methods.ts';
import { settingsWord, type SettingsWord } from '../../texts/company-settings.ts';
import type { DeskVisit } from '../../visit.ts';
import { decimal } from '../../format.ts';

/** The contract with the company, which only an operator can change. */
export const contractSection = (visit: DeskVisit, { contract, approved_urls }: CompanySettings): Markup => {
  const { language } = visit;
  const word = (name: SettingsWord): string => settingsWord(language, name);
  const flagText = (value: boolean): string => word(value ? 'yes' : 'no');
  const facts: [SettingsWord, string | Markup][] = [
    ['contract.checkout', flagText(contract.checkout)],
    ['contract.invoice_settlement', flagText(contract.invoice_settlement)],
    [
      'contract.settlement_modes',
      contract.settlement_modes.map((mode) => (mode === 'invoice' ? word('settlement.invoice') : mode)).join(', ') ||
        '–',
    ],
    ['contract.payment_methods', contract.payment_methods.map((type) => methodName(language, type)).join(', ')],
    ['contract.gateway', GATEWAY_NAMES[contract.gateway]],
    [
      'contract.commission_percent',
      contract.commission_percent === null ? '–' : decimal(visit, contract.commission_percent),
    ],
    [
      'approved_urls',
      approved_urls.length === 0
        ? '–'
        : html`${approved_urls.map((url) => html`<span class="whole-line">${url}</span>`)}`,
    ],
  ];
  return html`<section aria-labelledby="contract">
    <h2 id="contract">${word('contract')}</h2>
    <p>${word('contractText')}</p>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${word(name)}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
};
