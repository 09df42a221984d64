import { expect, test } from 'vitest';
import { cellName, settingsFieldsOf } from '../../../functions/desk/company/settings-fields.ts';
import { movedIn, settingsPatchIn } from '../../../functions/desk/company/settings-form.ts';
import { textsOf } from '../../../functions/desk/language.ts';
import { itemField, refundFormInput } from '../../../functions/desk/orders/refund-input.ts';
import { accountsIn } from '../../../functions/desk/reports/books-form.ts';
import type { DeskVisit } from '../../../functions/desk/visit.ts';
import { FormValues, parseForm } from '../../../functions/pages/kit/form-values.ts';

/** More entries than any company has, but within the maximum number of fields in one form. */
const MANY = 1200;

const visit = (values: Record<string, string>) => {
  const form = new FormValues(Object.entries(values));
  return { form, t: textsOf('en'), company: { currency: 'DKK' } as DeskVisit['company'] };
};
const rowsOf = (list: string, count: number, cells: (row: number) => Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, row) =>
      Object.entries(cells(row)).map(([column, value]) => [cellName(list, row, column), value] as const),
    ).flat(),
  );

const sent = (fields: number) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  rawBody: Buffer.from(Array.from({ length: fields }, (_, at) => `f${at}=${at}`).join('&')),
});

test('a form is read completely or not at all', async () => {
  const { typed } = await parseForm(sent(20_000));
  expect(typed.get('f19999')).toBe('19999');
  expect((await parseForm(sent(20_001))).typed.entries()).toEqual([]);
});

test('items with long codes that begin alike are selected apart', async () => {
  const codes = ['A', 'B'].map((end) => `${'Ø'.repeat(299)}${end}`);
  const ticked = new URLSearchParams(codes.map((code): [string, string] => [itemField(code), 'yes']));
  const rawBody = Buffer.from(ticked.toString());
  const { typed } = await parseForm({ ...sent(0), rawBody });
  const input = refundFormInput({ form: typed, t: textsOf('en') } as DeskVisit, 'DKK');
  expect(input.items).toEqual(codes);
});

test('a form keeps every destination, however many there are', () => {
  const list = 'delivery.postal.destinations';
  const filled = rowsOf(list, MANY, (row) => ({ country: `C${row}`, private: '50', company: '' }));
  const spare = { [cellName(list, MANY, 'country')]: '', [cellName(list, MANY, 'private')]: '' };
  const form = { 'delivery.postal': 'yes', 'delivery.postal.carrier': 'own_post', ...filled, ...spare };
  const { delivery } = settingsPatchIn(visit(form), settingsFieldsOf('delivery', 'en')) as {
    delivery: { postal: { destinations: unknown[] } };
  };
  expect(delivery.postal.destinations).toEqual(
    Array.from({ length: MANY }, (_, row) => ({ country: `C${row}`, private: 5000 })),
  );
});

test('a long list keeps its numbers, gives new entries the next ones, and can be reordered to its end', () => {
  const list = 'greeting.designs';
  const fields = settingsFieldsOf('greeting', 'en');
  const designs = rowsOf(list, MANY, (row) => ({ id: String(row + 5), name: `D${row}`, url: 'https://a.example/' }));
  const added = {
    [cellName(list, MANY, 'id')]: '',
    [cellName(list, MANY, 'name')]: 'New',
    [cellName(list, MANY, 'url')]: 'https://a.example/',
    [cellName(list, MANY + 1, 'name')]: '',
  };
  const { greeting } = settingsPatchIn(visit({ ...designs, ...added }), fields) as {
    greeting: { designs: { id: number; name: string }[] };
  };
  expect(greeting.designs).toHaveLength(MANY + 1);
  expect(greeting.designs.at(-1)).toMatchObject({ id: MANY + 5, name: 'New' });
  const moved = movedIn(visit({ ...designs, move: `${list}.${MANY - 2}.down` }), fields);
  expect(moved?.get(cellName(list, MANY - 1, 'name'))).toBe(`D${MANY - 2}`);
});

test('a form of account numbers keeps every rate of VAT', () => {
  const rates = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      [`rate_${at}`, `${at},5`],
      [`revenue_${at}`, String(1000 + at)],
      [`vat_${at}`, ''],
    ]).flat(),
  );
  expect(accountsIn(new FormValues(Object.entries(rates)))).toEqual({
    revenue: Array.from({ length: 20 }, (_, at) => ({ vat_rate: at + 0.5, account: String(1000 + at) })),
    vat: [],
  });
});
