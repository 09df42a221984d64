import { describe, expect, it } from 'vitest';
import type { OrderGiftCard } from '../../../functions/domain/checkout/orders/rows.ts';
import { receiptOf } from '../../../functions/domain/notifications/mail/receipts/rules.ts';
import { noticesOwed } from '../../../functions/domain/notifications/mail/relay.ts';
import { anOrder, NOW } from '../../support/orders.ts';
import { shopOf } from '../pricing/sample.ts';

const amountIn = ({ value }: { value: string }): string => value.replaceAll(/\s/g, ' ');
const { company } = shopOf({});

const card = (last4: string, amount: number, refunded = 0): OrderGiftCard => ({
  id: `ogc_${last4.padStart(32, '0')}`,
  redemptionId: `rdm_${last4.padStart(32, '0')}`,
  itemId: `itm_${last4.padStart(32, '0')}`,
  code: `WXYZ-VWXY-${last4}`,
  amount,
  status: 'captured',
  refunded,
});

const paid = (giftCards: OrderGiftCard[], captured: number) =>
  anOrder({
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW },
    payment: {
      status: 'captured',
      ...(captured > 0 ? { gateway: 'stripe' as const } : {}),
      captured,
      refunded: 0,
      failedAttempts: [],
      capturedAtMs: NOW,
      giftCards,
    },
    locale: 'en',
  });

describe('the receipt of an order paid with gift cards', () => {
  it('lists the cards by their last four characters, and the rest with its payment method', () => {
    const receipt = receiptOf(paid([card('1234', 10_000), card('5678', 20_000)], 21_000), company);
    expect(receipt.sums.slice(-3).map(({ label }) => label)).toEqual([
      'Paid with: Gift card ending 1234',
      'Paid with: Gift card ending 5678',
      'Paid with: Card',
    ]);
    expect(receipt.sums.slice(-3).map(amountIn)).toEqual(['DKK 100', 'DKK 200', 'DKK 210']);
    expect(JSON.stringify(receipt)).not.toContain('WXYZ');
    expect(receipt.facts.map(({ label }) => label)).not.toContain('Paid with');
  });

  it('lists a single card, and no card that was released', () => {
    const receipt = receiptOf(paid([card('1234', 51_000), { ...card('9999', 1), status: 'released' }], 0), company);
    expect(receipt.sums.filter(({ label }) => label.startsWith('Paid with')).map(amountIn)).toEqual(['DKK 510']);
  });
});

it('a receipt shows a VAT rate in full', () => {
  const order = paid([], 51_000);
  const amounts = { ...order.amounts, included_vat: [{ rate: 8.875, base: 918, vat: 82 }] };
  expect(
    receiptOf({ ...order, amounts }, company)
      .sums.map(({ label }) => label)
      .join(),
  ).toContain('VAT 8.875%');
});

it('all amounts of a receipt have decimals if one of them has', () => {
  const order = paid([], 51_000);
  const amounts = { ...order.amounts, fees: 1_050, total: order.amounts.subtotal + 1_050 };
  const { lines, sums } = receiptOf({ ...order, amounts }, company);
  for (const row of [...lines, ...sums]) expect(amountIn(row)).toMatch(/^DKK \d+\.\d\d$/);
});

it('a refund to cards is reported to the buyer together with the refund at the gateway', () => {
  const before = paid([card('1234', 10_000)], 41_000);
  const after = paid([card('1234', 10_000, 10_000)], 41_000);
  const refunded = { ...after, version: 9, payment: { ...after.payment, refunded: 5_000 } };
  const [notice] = noticesOwed(before, refunded);
  expect(notice).toMatchObject({ what: { is: 'refund', amount: 15_000, inAll: 15_000 } });
});
