import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unknownGiftCardLimit } from '../../../domain/company/users/visits/visitor-limits.ts';
import { applyGiftCard } from '../../../domain/payments/payments/apply-gift-card.ts';
import { removeGiftCard } from '../../../domain/payments/payments/remove-gift-card.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError } from '../../../platform/errors.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { MONEY_KEY_SECONDS } from '../../../pipeline/payment-key.ts';
import { findReply, idempotencyRecordFor, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { BUSY, RETRY_WAITS_MS } from '../busy-order.ts';
import type { FormValues } from '../form-values.ts';
import { APPLY, CARD_FIELD, CODE_FIELD, REMOVE } from './entry.ts';
import { faultOfMessage } from './faults.ts';
import type { GiftCardFault, GiftCardTexts } from './texts.ts';

/** A submitted form of "Pay with a gift card". */
interface FormOfOrder {
  company: string;
  orderId: string;
  /** Guid of the form, so that sending it twice changes the order once. */
  attempt: string;
  typed: FormValues;
}

/** A form that is to be processed. */
interface CardForm extends FormOfOrder {
  /** Client IP address, for limiting wrong codes. */
  address: string;
  by: Actor;
}

/** Result of a form. `settled`: the order no longer accepts gift cards. */
type CardOutcome =
  | { kind: 'changed' }
  | { kind: 'settled' }
  | { kind: 'refused'; fault: GiftCardFault }
  | { kind: 'wait'; seconds: number };

export const isCardStep = (step: string): boolean => step === APPLY || step === REMOVE;

/** The guid of a form, or a new one if the form has none. */
export const sentAttempt = (typed: FormValues): string => {
  const sent = typed.get('attempt');
  return /^[\w-]{16,40}$/.test(sent) ? sent : randomBytes(16).toString('hex');
};

const FAULTS: Readonly<Record<string, GiftCardFault>> = {
  too_many_holds: 'held',
  gateway_unavailable: 'busy',
  checkout_not_enabled: 'busy',
};

/**
 * Applies or removes a gift card in the same way as the API. Unknown codes count against the limit for the client's IP
 * address.
 */
export const changeGiftCards = async (form: CardForm): Promise<CardOutcome> => {
  const isRemoval = form.typed.get('step') === REMOVE;
  if (!isRemoval && form.typed.get(CODE_FIELD) === '') return { kind: 'refused', fault: 'missing' };
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      await (isRemoval ? remove(form) : apply(form));
      return { kind: 'changed' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!BUSY.has(error.code)) return outcomeOf(error);
    }
    if (waitMs > 0) await sleep(waitMs);
  }
  return { kind: 'refused', fault: 'busy' };
};

const outcomeOf = (error: ApiError): CardOutcome => {
  if (error.status === 429) return { kind: 'wait', seconds: Number(error.headers['Retry-After'] ?? 1) };
  if (error.code === 'order_not_payable') return { kind: 'settled' };
  const fault = ownMember(FAULTS, error.code);
  if (fault) return { kind: 'refused', fault };
  const [message] = error.faults['code'] ?? [];
  if (error.status === 422 && message !== undefined) return { kind: 'refused', fault: faultOfMessage(message) };
  throw error;
};

/** The key contains the code (stored as a hash), so another code in the same form is another request. */
const recordOf = ({ company, orderId, attempt, typed }: FormOfOrder): IdempotencyRecord => {
  const isRemoval = typed.get('step') === REMOVE;
  const value = typed.get(isRemoval ? CARD_FIELD : CODE_FIELD);
  return idempotencyRecordFor({
    company,
    operation: isRemoval ? 'remove-gift-card' : 'apply-gift-card',
    key: `page:${orderId}:${attempt}:${value}`,
    input: isRemoval
      ? { params: { order_id: orderId, gift_card_id: value } }
      : { params: { order_id: orderId }, body: { code: value } },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
};

const COMMIT_WAITS_MS = [0, 150, 300, 600];

/**
 * Whether this form has already changed its order. Waits briefly, because the first request closes the payment page
 * before it commits.
 */
export const hasChangedGiftCards = async (form: FormOfOrder): Promise<boolean> => {
  const record = recordOf(form);
  for (const waitMs of COMMIT_WAITS_MS) {
    if (waitMs > 0) await sleep(waitMs);
    if (await findReply(record)) return true;
  }
  return false;
};

const apply = (form: CardForm) =>
  applyGiftCard({
    caller: { company: form.company, limit: unknownGiftCardLimit(form.address) },
    by: form.by,
    orderId: form.orderId,
    idempotency: recordOf(form),
    input: () => ({ code: form.typed.get(CODE_FIELD) }),
  });

const remove = (form: CardForm) => {
  const { company, orderId, by, typed } = form;
  return removeGiftCard({ company, orderId, id: typed.get(CARD_FIELD), by, idempotency: recordOf(form) });
};

/** How a refused form is shown: text, status, and `Retry-After`. */
export const failedFormOf = (
  outcome: Extract<CardOutcome, { kind: 'refused' | 'wait' }>,
  texts: GiftCardTexts,
): { fault: string; status: number; headers: Record<string, string> } =>
  outcome.kind === 'wait'
    ? {
        fault: texts.wait(Math.ceil(outcome.seconds / 60)),
        status: 429,
        headers: { 'Retry-After': String(outcome.seconds) },
      }
    : { fault: texts.faults[outcome.fault], status: 422, headers: {} };
