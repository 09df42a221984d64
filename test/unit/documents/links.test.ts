import { beforeAll, expect, it } from 'vitest';
import { documentLink, linkedObject } from '../../../functions/domain/documents/links.ts';

beforeAll(() => {
  process.env['APP_SECRET'] = 'ab'.repeat(32);
  process.env['BASE_URL'] = 'https://api.example';
});

const tokenOf = (key: string): string => documentLink(key).replace('https://api.example/documents/', '');

it('a link stands for the document it was made for', () => {
  expect(linkedObject(tokenOf('orders/shop/po_1/poli_1.pdf'))).toBe('orders/shop/po_1/poli_1.pdf');
});

it('no other token stands for anything', () => {
  const [payload = '', tag = ''] = tokenOf('a.pdf').split('.');
  const other = tokenOf('b.pdf').split('.')[0] ?? '';
  for (const token of ['', payload, `${payload}.`, `${other}.${tag}`, `${payload}.${tag}.x`, `${payload}.${tag}x`]) {
    expect(linkedObject(token)).toBeUndefined();
  }
});
