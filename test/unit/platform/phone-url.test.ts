import { expect, test } from 'vitest';
import { phoneUrl } from '../../../functions/pages/kit/phone-url.ts';

test.each([
  ['+45 86 12 34 56', 'tel:+4586123456'],
  ['+49 (0)30 123-456', 'tel:+4930123456'],
  ['Tlf. +46 (0) 8 12 34 56', 'tel:+468123456'],
  ['0044 (0)20 7946 0000', 'tel:00442079460000'],
  ['(030) 12 34', 'tel:0301234'],
  ['(0)30 12 34', 'tel:0301234'],
])('the URL that calls %s is %s', (phone, url) => expect(phoneUrl(phone)).toBe(url));
