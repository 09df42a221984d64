import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { updateCampaign } from '../../../functions/domain/administration/campaigns/update.ts';
import { updateGiftCard } from '../../../functions/domain/administration/catalog/gift-card.ts';
import { updateProduct } from '../../../functions/domain/administration/catalog/update.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey, type ProductRow } from '../../../functions/domain/catalog/products/rows.ts';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { updateBrand } from '../../../functions/domain/company/brand/update.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { company, event, option } from './samples.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTableInProcess();
});
afterAll(() => table.stop());

const SLUG = 'old';
/** No font has its first letter. */
const UNPRINTABLE = 'Ꮳ Spa';

const fileWith = (name: string) => ({
  companies: [company(SLUG, { name, gift_card: { name, minimum_amount: 1, maximum_amount: 2 } })],
  campaigns: [{ company: SLUG, id: 1, name, applies_to: 'gift_card', kind: 'added-value', value: 5 }],
  events: [event(SLUG, 1, [option(11, { name })], { name, venue: { name, address: name, postcode: '8000' } })],
});

/** Stores the data like an earlier release, which did not check names. */
beforeEach(async () => {
  await importOperatorData(fileWith('Spa'));
  const ofCompany = (await getRow<CompanyRow>(companyKey(SLUG)))!;
  const product = (await getRow<ProductRow>(productKey(SLUG, 'evt_1')))!;
  const renamed = (row: CompanyRow | ProductRow) =>
    JSON.parse(JSON.stringify(row).replaceAll('"Spa"', JSON.stringify(UNPRINTABLE))) as typeof row;
  await putRow(renamed(ofCompany));
  await putRow(renamed(product));
});

const UNCONDITIONAL = { company: SLUG, ifMatch: undefined, idempotency: undefined };

test('a file with stored names that cannot be printed is imported again, without changes', async () => {
  expect((await importOperatorData(fileWith(UNPRINTABLE))).changes).toBe(0);
});

test.each<[string, object, (patch: Record<string, unknown>) => Promise<unknown>]>([
  ['product', { active: false }, (patch) => updateProduct({ ...UNCONDITIONAL, family: 'events', id: '1', patch })],
  ['gift card', { maximum_amount: 3 }, (patch) => updateGiftCard({ ...UNCONDITIONAL, patch })],
  ['campaign', { enabled: false }, (patch) => updateCampaign({ ...UNCONDITIONAL, id: '1', patch })],
])('a %s whose stored name cannot be printed can be changed, but gets no other such name', async (_, other, change) => {
  expect(await change({ ...other })).toMatchObject({ status: 200 });
  await expect(change({ name: 'Ꮳ Bath' })).rejects.toMatchObject({
    status: 422,
    fields: { name: [expect.anything()] },
  });
});

test('the name of a company, and the texts of its brand, are rejected if they cannot be printed', async () => {
  const row = (await getRow<CompanyRow>(companyKey(SLUG)))!;
  const brand = { version: 1, updatedAtMs: 0, display_name: UNPRINTABLE, tagline: UNPRINTABLE };
  const branded: CompanyRow = { ...row, brand };
  await putRow(branded);
  const [entry] = fileWith('Spa').companies;
  const changed = { ...entry, name: 'Ꮳ Bath', brand: { display_name: 'Ꮳ Bath', tagline: 'Ꮳ Bath' } };
  await expect(importOperatorData({ companies: [changed] })).rejects.toMatchObject({
    faults: ['name', 'brand.display_name', 'brand.tagline'].map((member) => ({ path: `$.companies[0].${member}` })),
  });
  for (const member of ['display_name', 'tagline'] as const) {
    const change = (text: string) => updateBrand({ ...UNCONDITIONAL, patch: { [member]: text } });
    await expect(change('Ꮳ Bath')).rejects.toMatchObject({ status: 422, fields: { [member]: [expect.anything()] } });
    expect(await change(UNPRINTABLE)).toMatchObject({ status: 200 });
  }
});
