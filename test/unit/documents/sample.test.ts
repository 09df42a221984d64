import { expect, test } from 'vitest';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { sampleEvent } from '../../../functions/domain/fulfillment/templates/sample.ts';

test.each([
  ['DKK', 'da', '500 kr.', '30. november 2029'],
  ['EUR', 'de', '500 €', '30. November 2029'],
  ['JPY', 'ja', 'JP¥50,000', '30 November 2029'],
  ['KWD', 'en', 'KWD 50', '30 November 2029'],
])(
  'a sample shows the name of the company and an amount in its currency: %s',
  async (currency, language, amount, day) => {
    const company = { slug: 'shop', name: 'Own name', currency, language } as CompanyRow;
    const { input } = await sampleEvent(company, { productType: 'gift_card' });
    const [item] = input.items;
    expect([item?.amount, item?.validity?.text].map((text) => text?.replaceAll(/\s/g, ' '))).toEqual([amount, day]);
    expect(item?.fields).toMatchObject({ currency, company_name: 'Own name' });
    const given = await sampleEvent(company, { productType: 'gift_card', values: { amount: '7' } });
    expect(given.input.items[0]?.amount).toBe('7');
  },
);
