import { describe, expect, test } from 'vitest';
import { composeMail } from '../../../functions/adapters/mail/compose.ts';
import { prepareMail } from '../../../functions/adapters/mail/send.ts';
import { createOrderBody } from '../../../functions/domain/checkout/orders/schema.ts';
import { deliveryBody } from '../../../functions/domain/checkout/orders/delivery-body.ts';
import { issueBody, resendBody } from '../../../functions/domain/value/items/schema.ts';
import { deliverySchema } from '../../../functions/domain/catalog/products/cart-schema.ts';
import { asciiEmail, foldEmail, isEmailAddress } from '../../../functions/platform/email-address.ts';

const label = (length: number): string => 'a'.repeat(length);

const ADDRESSES = [
  'info@rødgrød.dk',
  'info@xn--rdgrd-vuad.dk',
  'anna@пример.рф',
  'anna@例え.テスト',
  'r&d@example.com',
  "o'connor!#$%*/=?^`{|}~@example.com",
  'anna.berg+gifts@mail.example.co.uk',
  `${label(64)}@example.com`,
  `anna@${label(63)}.dk`,
];
const OTHERS = [
  '',
  'anna',
  'anna@',
  '@example.com',
  'anna@localhost',
  'anna@example.c',
  'anna@1.2.3.4',
  'anna@[1.2.3.4]',
  'anna@@example.com',
  'anna b@example.com',
  'anna@exa mple.com',
  'anna@example.com:80',
  'anna@ex%41mple.com',
  'anna@-example.com',
  'anna@example-.com',
  'anna@exam_ple.com',
  'anna@example..com',
  '.anna@example.com',
  'an..na@example.com',
  'anna.@example.com',
  'anna@example.com\r\nBcc: other@example.com',
  'anna,other@example.com',
  'jørgen@example.com',
  'anna@xn--zzzzzz-.dk-',
  `${label(65)}@example.com`,
  `anna@${label(64)}.dk`,
  `anna@${'ø'.repeat(60)}.${'ø'.repeat(60)}.${'ø'.repeat(60)}.${'ø'.repeat(60)}.dk`,
  `${label(64)}@${label(63)}.${label(63)}.${label(63)}.dk`,
  '😀'.repeat(254),
];

const validators: [string, (email: string) => boolean][] = [
  ['POST /v2/items/{code}/resend', (email) => resendBody().safeParse({ email }).success],
  ['POST /v2/items', (email) => issueBody().safeParse({ amount: 1, receiver_email: email }).success],
  ['POST /v2/orders/{id}/delivery', (email) => deliveryBody().safeParse({ recipient_email: email }).success],
  ['a postal address', (email) => deliverySchema().safeParse({ address: { email } }).success],
  [
    'POST /v2/orders',
    (email) =>
      createOrderBody().safeParse({ items: [{ product_id: 'gc', quantity: 1 }], sender: { name: 'Anna', email } })
        .success,
  ],
];

describe('an email address', () => {
  test.each(ADDRESSES)('%s is valid', (text) => expect(isEmailAddress(text)).toBe(true));
  test.each(OTHERS)('%j is invalid', (text) => expect(isEmailAddress(text)).toBe(false));

  test.each(validators)('is validated the same in %s', (_, accepts) => {
    expect(ADDRESSES.filter((each) => !accepts(each))).toEqual([]);
    expect(OTHERS.filter(accepts)).toEqual([]);
  });

  test('is compared without regard to case and to the form of its domain', () => {
    expect(foldEmail(' Info@RØDGRØD.dk')).toBe('info@xn--rdgrd-vuad.dk');
    expect(foldEmail('info@xn--rdgrd-vuad.dk')).toBe(foldEmail('INFO@rødgrød.DK'));
    expect(asciiEmail('not an address')).toBe('not an address');
  });

  test('is used with its domain in punycode when an email is sent', async () => {
    process.env['MAIL_FROM'] = 'gifts@example.com';
    const message = {
      mailId: 'company\nmail',
      fromName: 'Shop',
      replyTo: 'shop@rødgrød.dk',
      to: { name: 'Anna', email: 'Info@rødgrød.dk' },
      subject: 'Your card',
      text: 'Text',
      html: '<p>Text</p>',
      attachments: [],
      atMs: 0,
    };
    expect((await prepareMail(message)).to).toBe('Info@xn--rdgrd-vuad.dk');
    const mime = (await composeMail(message, 'gifts@example.com')).toString();
    expect(mime).toContain('<Info@xn--rdgrd-vuad.dk>');
    expect(mime).toContain('Reply-To: shop@xn--rdgrd-vuad.dk');
  });
});
