import { beforeAll, expect, it } from 'vitest';
import { documentLink, itemLink, linkedItem, linkedObject } from '../../../functions/platform/document-links.ts';

beforeAll(() => {
  process.env['APP_SECRET'] = 'ab'.repeat(32);
  process.env['BASE_URL'] = 'https://api.example';
});

const tokenOf = (key: string): string => documentLink(key).replace('https://api.example/documents/', '');

it('a link gives access to its own document', () => {
  expect(linkedObject(tokenOf('orders/shop/po_1/poli_1.pdf'))).toBe('orders/shop/po_1/poli_1.pdf');
});

it('no other token gives access', () => {
  const [payload = '', tag = ''] = tokenOf('a.pdf').split('.');
  const other = tokenOf('b.pdf').split('.')[0] ?? '';
  for (const token of ['', payload, `${payload}.`, `${other}.${tag}`, `${payload}.${tag}.x`, `${payload}.${tag}x`]) {
    expect(linkedObject(token)).toBeUndefined();
  }
});

it('a link to an item gives access to that item, and to no document', () => {
  const token = itemLink({ company: 'shop', code: 'AB-12' }).replace('https://api.example/documents/items/', '');
  expect(linkedItem(token)).toEqual({ company: 'shop', code: 'AB-12' });
  expect(linkedObject(token)).toBeUndefined();
  expect(linkedItem(tokenOf('shop\nAB-12'))).toBeUndefined();
});
