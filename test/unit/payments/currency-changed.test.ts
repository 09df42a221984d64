import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyGiftCard } from '../../../functions/domain/payments/payments/apply-gift-card.ts';
import { openPaymentSession } from '../../../functions/domain/payments/payments/open-session.ts';
import { settleOrder } from '../../../functions/domain/payments/payments/settle.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor } from '../../../functions/storage/idempotency.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder } from '../../support/orders.ts';

const { send } = documents;
const table = new MemoryTable();
const order = anOrder();
beforeAll(() => {
  table.install();
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
});
beforeEach(() => {
  const contract = { ...SELLER.contract, settlement_modes: ['invoice'] };
  table.put({ ...SELLER, contract, currency: 'EUR' });
  table.put({ ...order });
});
afterEach(() => table.clear());
afterAll(() => {
  Object.assign(documents, { send });
  vi.unstubAllEnvs();
});

const request = (operation: string) => ({
  company: COMPANY,
  orderId: order.id,
  by: { keyId: 'k', company: COMPANY },
  idempotency: idempotencyRecordFor({ company: COMPANY, operation, key: operation, input: {} }),
});
const message = 'This company has changed its currency to EUR. Create a new order.';

describe('an order that was created while its company changed its currency', () => {
  it('gets no payment page', async () => {
    const opening = openPaymentSession({ ...request('open'), admit: () => undefined });
    await expect(opening).rejects.toMatchObject({ code: 'order_not_payable', message });
  });

  it('cannot be settled', async () => {
    const terms = () => ({ mode: 'invoice', externalReference: 'r1' });
    const settling = settleOrder({ ...request('settle'), terms });
    await expect(settling).rejects.toMatchObject({ code: 'order_not_settleable', message });
  });

  it('takes no gift card', async () => {
    const caller = { company: COMPANY };
    const applying = applyGiftCard({ ...request('apply'), caller, input: () => ({ code: 'ABCD-EFGH' }) });
    await expect(applying).rejects.toMatchObject({ code: 'order_not_payable', message });
  });
});
