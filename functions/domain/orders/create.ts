import { randomBytes } from 'node:crypto';
import { nowMs } from '../../platform/clock.ts';
import { conflict, invalid, type ApiError } from '../../platform/errors.ts';
import { hashInput, recordOfAgent, type Reply } from '../../storage/idempotency.ts';
import { transact, TransactionRefused, type Write } from '../../storage/transactions.ts';
import { discountCodeKey } from '../catalogue/rows.ts';
import { pictureRefusal } from '../greeting-images/rules.ts';
import { PICTURE_WRITE, usePicture, type PictureRow } from '../greeting-images/rows.ts';
import { CODE_NOT_FOUND } from '../pricing/discount.ts';
import { Faults } from '../pricing/faults.ts';
import { fitsSixDigits } from '../pricing/precision.ts';
import { priceCart, type PricedCart } from '../pricing/price.ts';
import { insufficientStock, stockMessage } from '../pricing/quantities.ts';
import { holdName, moveStock } from '../stock/counters.ts';
import type { StockRow } from '../stock/rows.ts';
import { checkCompanyBuyer, checkGreeting, checkPrintable, checkReturnUrl } from './check.ts';
import type { Amounts, OrderRow } from './rows.ts';
import { loadOrderInputs, type OrderInputs } from './load.ts';
import { presentOrder } from './present.ts';
import { lineIdFor, orderIdFor, referenceFor } from './rules.ts';
import type { CreateOrderBody } from './schema.ts';
import { insertOrder, ORDER_WRITE, orderRow } from './write.ts';

export interface OrderCreation {
  company: string;
  idempotencyKey: string;
  /** The body as it came; what idempotency compares. */
  input: unknown;
  /** Checks the body; called only when the key is new. */
  body: () => CreateOrderBody;
  /**
   * Settles when the caller's key has passed; nothing is written before. It is told what the order costs, and whoever does
   * not agree throws.
   */
  admitted: (amounts: Amounts) => Promise<void>;
  caller: { keyId: string; createdBy: string | undefined };
}

/**
 * Creates an unpaid order: one batch of reads, one transaction (service.md, Order-creation rules). The order's own row
 * is its idempotency record, so a repeat meets it and is answered with the order as it was created.
 */
export const createOrder = async (creation: OrderCreation): Promise<Reply> => {
  const orderId = orderIdFor(creation.company, creation.idempotencyKey);
  const inputHash = hashInput(creation.input ?? {});
  const inputs = await loadOrderInputs(creation.company, orderId, creation.input);
  if (inputs.earlier) return replay(inputs.earlier, inputHash);
  const order = judge(creation, inputs, orderId, inputHash);
  const reply: Reply = { status: 201, body: presentOrder(orderRow(order)) };
  await creation.admitted(order.amounts);
  try {
    await transact([...creationWrites(order, inputs), ...auditWrites(creation, orderId, reply)], () => reply.body);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const earlier = error.failed(ORDER_WRITE);
    if (earlier) return replay(earlier.row as OrderRow, inputHash);
    throw refusal(order, error);
  }
  return reply;
};

/** The order's row does not say which tool made it. */
const auditWrites = ({ company, idempotencyKey: key, input }: OrderCreation, orderId: string, reply: Reply): Write[] =>
  recordOfAgent(
    { company, operation: 'create-order', key, input: { params: { order_id: orderId }, body: input } },
    reply,
  );

type Draft = Omit<OrderRow, 'pk' | 'sk' | 'type' | 'v'>;

/** The order as it stood when it was created: whatever happened since, a repeat gets the first answer. */
const replay = (order: OrderRow, inputHash: string): Reply => {
  if (order.inputHash !== inputHash) {
    throw conflict('idempotency_conflict', 'This idempotency key was used with different input.');
  }
  return { status: 201, body: presentOrder(asCreated(order)), headers: { 'Idempotency-Replayed': 'true' } };
};

const asCreated = (order: OrderRow): OrderRow => ({
  ...order,
  status: 'pending_payment',
  payment: { status: 'pending', captured: 0, refunded: 0, failedAttempts: [] },
  fulfillment: { status: null },
  lines: order.lines.map((line) => ({ ...line, issuedCount: 0 })),
});

/** Checks and prices the body. Throws 422 with every fault that can be seen without looking at stock. */
const judge = (creation: OrderCreation, inputs: OrderInputs, orderId: string, inputHash: string): Draft => {
  const body = creation.body();
  const { company } = inputs;
  const now = nowMs();
  const faults = new Faults();
  const returnUrl = checkReturnUrl(body, company, faults);
  checkPrintable(body, faults);
  const greeting = checkGreeting(body, { company, picture: inputs.picture, nowMs: now }, faults);
  const cart = priceCart({
    company,
    products: inputs.products,
    stock: undefined,
    items: body.items,
    nowMs: now,
    mode: 'order',
    delivery: body.delivery,
    discountCode: body.discount_code === undefined ? undefined : { sent: body.discount_code, row: inputs.discountCode },
    parties: { senderEmail: body.sender.email, recipientEmail: body.recipient?.email },
    faults,
  });
  checkCompanyBuyer(body, cart.companyRequired, faults);
  faults.raise();
  if (!fitsSixDigits(cart.amounts.total)) {
    const message = 'The total of the order needs more than six significant digits. Split the order.';
    throw invalid('items', message, 'amount_precision_unsupported');
  }
  return {
    ...fromCart(cart, orderId, inputs),
    id: orderId,
    company: creation.company,
    reference: referenceFor(orderId),
    version: 1,
    inputHash,
    createdAtMs: now,
    updatedAtMs: now,
    status: 'pending_payment',
    payment: { status: 'pending', captured: 0, refunded: 0, failedAttempts: [] },
    fulfillment: { status: null },
    ...fromBody(body),
    greeting,
    returnUrl,
    seller: { name: company.name, vatNumber: company.vat_number ?? null },
    keyId: creation.caller.keyId,
    ...(creation.caller.createdBy === undefined ? {} : { createdBy: creation.caller.createdBy }),
    codeSeed: randomBytes(16).toString('base64url'),
    event: { seq: 1, type: 'order.created', atMs: now },
  };
};

const fromCart = (cart: PricedCart, orderId: string, inputs: OrderInputs) => {
  const { postage: _postage, method, ...delivery } = cart.delivery;
  if (!method) throw new Error('An order without a delivery method was not refused');
  return {
    lines: cart.lines.map((line, index) => ({ ...line, id: lineIdFor(orderId, index), issuedCount: 0 })),
    amounts: cart.amounts,
    delivery: { ...delivery, method },
    // Uses are counted only where they are limited: a counter everybody shares costs every order a write.
    discount: cart.discount && { ...cart.discount, counted: typeof inputs.discountCode?.max_uses === 'number' },
  };
};

/** Without a recipient the card is the buyer's own. */
const fromBody = (body: CreateOrderBody) => {
  const { company, ...sender } = body.sender;
  return {
    sender: company ? { ...sender, company } : sender,
    recipient: {
      name: body.recipient?.name ?? body.sender.name,
      email: body.recipient?.email ?? body.sender.email,
    },
    clientReference: body.client_reference ?? null,
    locale: body.locale ?? null,
    marketingConsent: body.marketing_consent ?? null,
  };
};

const creationWrites = (order: Draft, inputs: OrderInputs): Write[] => {
  const uploadId = order.greeting?.image?.uploadId;
  return [
    insertOrder(order),
    ...moveStock(
      order.company,
      order.lines.flatMap((line) => line.holds),
      'take',
    ),
    ...(order.discount?.counted ? [takeUse(order.company, order.discount.code, inputs)] : []),
    ...(uploadId ? [usePicture(order.company, uploadId, order.id)] : []),
  ];
};

const DISCOUNT_WRITE = 'discount';

const takeUse = (company: string, code: string, inputs: OrderInputs): Write => ({
  name: DISCOUNT_WRITE,
  update: {
    key: discountCodeKey(company, code),
    update: 'ADD uses :one',
    condition: 'uses < :most',
    values: { ':one': 1, ':most': inputs.discountCode?.max_uses ?? 0 },
  },
});

/** Says on which line the locked figures refused the order. */
const refusal = (order: Draft, refused: TransactionRefused): ApiError => {
  if (refused.failed(DISCOUNT_WRITE)) return invalid('discount_code', CODE_NOT_FOUND, 'discount_code_not_found');
  const picture = refused.failed(PICTURE_WRITE);
  if (picture) return pictureRefusal(picture.row as PictureRow | undefined);
  for (const [index, line] of order.lines.entries()) {
    for (const hold of line.holds) {
      const failure = refused.failed(holdName(hold));
      if (!failure) continue;
      const left = (failure.row as StockRow | undefined)?.remaining ?? 0;
      if (line.family === 'special_offer') return insufficientStock(index, left);
      return invalid(`items.${index}.quantity`, stockMessage(left), 'above_maximum');
    }
  }
  return conflict('order_not_created', 'The order could not be created. Read the catalogue and try again.');
};
