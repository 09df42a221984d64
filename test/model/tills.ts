import { applyGiftCard } from '../../functions/domain/payments/payments/apply-gift-card.ts';
import { removeGiftCard } from '../../functions/domain/payments/payments/remove-gift-card.ts';
import { adjustItem } from '../../functions/domain/value/items/adjust.ts';
import { blockItem, unblockItem } from '../../functions/domain/value/items/item-state.ts';
import { replaceWithNewCode } from '../../functions/domain/value/items/replace.ts';
import { captureRedemption } from '../../functions/domain/value/items/redemptions/capture.ts';
import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import { createRedemption } from '../../functions/domain/value/items/redemptions/create.ts';
import { redemptionIdOf } from '../../functions/domain/value/items/redemptions/new-redemption.ts';
import { refundRedemption } from '../../functions/domain/value/items/redemptions/refund.ts';
import { releaseRedemption } from '../../functions/domain/value/items/redemptions/release.ts';
import { redemptionBody, type RedemptionInput } from '../../functions/domain/value/items/redemptions/schema.ts';
import type { Reply } from '../../functions/storage/idempotency.ts';
import { COMPANY } from './orders.ts';
import { BY, OPERATOR, type World } from './world.ts';

/** Requests of a till or a shop, with their key. */
export type TillRequest = (world: World, key: string) => Promise<Reply>;

type TillBody = { sources: { code: string; amount?: number; number?: number }[] } & Partial<RedemptionInput>;

export const redeem =
  (sent: TillBody): TillRequest =>
  async (world, key) => {
    const input = redemptionBody().parse(sent);
    const idempotency = { company: COMPANY, operation: 'create-redemption', key, input };
    const reply = await createRedemption({
      operator: OPERATOR,
      input: () => input,
      id: redemptionIdOf(idempotency),
      idempotency,
    });
    const { id } = reply.body as { id: string };
    if (!world.redemptions.includes(id)) world.redemptions.push(id);
    return reply;
  };

export const capture =
  (id: string, amount?: number): TillRequest =>
  async (world, key) => {
    const startedAtMs = world.nowMs;
    const row = world.rowsOf<RedemptionRow>('redemption').find((each) => each.id === id);
    const isOver = row?.state === 'held' && row.expiresAtMs !== null && startedAtMs >= row.expiresAtMs;
    const idempotency = world.ticket('capture-redemption', key, { id, amount });
    const reply = await captureRedemption({ operator: OPERATOR, id, amount, idempotency });
    if (isOver) world.surprises.push('R a hold outlived its end');
    return reply;
  };

export const release =
  (id: string): TillRequest =>
  (world, key) =>
    releaseRedemption({ operator: OPERATOR, id, idempotency: world.ticket('release-redemption', key, { id }) });

export const refundOf =
  (id: string, amount?: number): TillRequest =>
  (world, key) =>
    refundRedemption({
      operator: OPERATOR,
      id,
      amount,
      idempotency: world.ticket('refund-redemption', key, { id, amount }),
    });

export const apply =
  (code: string, amount?: number): TillRequest =>
  (world, key) =>
    applyGiftCard({
      caller: OPERATOR,
      by: BY,
      orderId: world.ref.id,
      idempotency: world.ticket('apply-gift-card', key, { code, amount }),
      input: () => ({ code, amount }),
    });

export const remove =
  (id: string): TillRequest =>
  (world, key) =>
    removeGiftCard({
      company: COMPANY,
      orderId: world.ref.id,
      id,
      by: BY,
      idempotency: world.ticket('remove-gift-card', key, { id }),
    });

const stateRequest = (world: World, { operation, code, key }: Record<'operation' | 'code' | 'key', string>) => ({
  operator: OPERATOR,
  code,
  reason: null,
  requestId: key,
  idempotency: world.ticket(operation, key, { code }),
});

export const block =
  (code: string, isBlocked: boolean): TillRequest =>
  (world, key) => {
    const request = stateRequest(world, { operation: isBlocked ? 'block-item' : 'unblock-item', code, key });
    return isBlocked ? blockItem(request) : unblockItem(request);
  };

export const adjust =
  (code: string, amount: number): TillRequest =>
  (world, key) =>
    adjustItem({ ...stateRequest(world, { operation: 'adjust-item', code, key }), amount });

export const replace =
  (code: string): TillRequest =>
  (world, key) =>
    replaceWithNewCode({ ...stateRequest(world, { operation: 'replace-item', code, key }), email: undefined });
