import { describe, expect, it } from 'vitest';
import {
  editsIn,
  valueFieldName,
  selectedProductsIn,
  positionFieldName,
  type PageField,
} from '../../../functions/desk/order-page/draft-form.ts';
import { textsOf } from '../../../functions/desk/language.ts';
import { FormValues } from '../../../functions/pages/kit/form-values.ts';
import type { DeskVisit } from '../../../functions/desk/visit.ts';

const list = (path: string, type: 'integer' | 'text') => ({ path, type: 'list', items: { type } }) as PageField;

const edited = (field: PageField, text: string): unknown => {
  const visit = {
    form: new FormValues([[valueFieldName(field.path), text]]),
    company: { currency: 'DKK' } as DeskVisit['company'],
    t: textsOf('en'),
  };
  return editsIn(visit, [field], {} as Parameters<typeof editsIn>[2])[field.path];
};

describe('a list in the form of a draft', () => {
  it('of amounts is separated by a comma and a space, a semicolon or a new line; any other comma is a decimal sign', () => {
    const amounts = list('suggested_amounts', 'integer');
    for (const text of ['250,50, 500', '250,50; 500', '250,50\n500', '250,50, 500,']) {
      expect([text, edited(amounts, text)]).toEqual([text, [25050, 50000]]);
    }
  });

  it('of names is separated by commas, and empty parts are ignored', () => {
    expect(edited(list('names', 'text'), 'gcv_1,, gcv_2 ,\n')).toEqual(['gcv_1', 'gcv_2']);
  });

  it('of chosen products is sorted by their numbers; products without a number come last', () => {
    const path = 'featured_products';
    const chosen = ['gcv_1', 'gcv_2', 'evt_1'].map((id): [string, string] => [valueFieldName(path, id), 'yes']);
    const form = new FormValues([
      ...chosen,
      [positionFieldName(path, 'gcv_1'), '2'],
      [positionFieldName(path, 'evt_1'), '1,5'],
    ]);
    expect(selectedProductsIn(form, path)).toEqual(['evt_1', 'gcv_1', 'gcv_2']);
  });
});
