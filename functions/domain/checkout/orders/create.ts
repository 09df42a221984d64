import { ordering } from '../../../platform/messages/ordering.ts';
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import { isDryRun } from '../../../platform/dry-run.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { measure } from '../../../platform/measures.ts';
import { hashInput, recordAgentWrites, type Reply } from '../../../storage/idempotency.ts';
import { keyConflict } from '../../../storage/repeated-key.ts';
import { bytesOfRow } from '../../../storage/row-size.ts';
import { ABSENT, ConditionFailed, putRow, type Row } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { pictureRefusal } from '../../catalog/greeting-images/rules.ts';
import { PICTURE_WRITE, type PictureRow } from '../../catalog/greeting-images/rows.ts';
import { CODE_NOT_FOUND } from '../pricing/discount.ts';
import { Faults } from '../../catalog/products/faults.ts';
import { isWithinSixDigits } from '../pricing/precision.ts';
import { priceCart, type PricedCart } from '../pricing/price.ts';
import { spreadUnits } from '../../catalog/products/on-sale.ts';
import { StockShort, reserveStock, tooManyAtOnce } from '../../catalog/products/reserve-stock.ts';
import type { CounterName } from '../../catalog/stock/rows.ts';
import { sharesFor } from '../../catalog/stock/shares.ts';
import { checkCompanyBuyer, checkGreeting, checkPrintable, checkReturnUrl } from './check.ts';
import { DISCOUNT_WRITE, effectWrites } from './effects.ts';
import { orderCodec } from './order-codec.ts';
import { findLatestOrder } from './find-latest.ts';
import { orderKey, type OrderRow } from './rows.ts';
import { loadOrderInputs, type OrderInputs } from './load-inputs.ts';
import { presentOrder } from './present.ts';
import { asCreated, CREATED, eventMark, lineIdFor, orderIdFor, referenceFor } from './rules.ts';
import { stockEffects } from './sale-effects.ts';
import { orderNotCreated, shortage } from './shortage.ts';
import type { CreateOrderBody } from './schema.ts';
import type { Effect } from './transition-rule.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

interface OrderCreation {
  company: string;
  idempotencyKey: string;
  /** The raw body, with which a repeat is compared. */
  input: unknown;
  /** Checks the body; called only when the key is new. */
  body: () => CreateOrderBody;
  /**
   * Called with the order before anything is written. Resolves once the caller's key is authenticated; throws to reject
   * the order.
   */
  admitted: (order: OrderRow) => Promise<void>;
  caller: { by: Actor; createdBy: string | undefined };
}

/**
 * Creates an unpaid order with one batch of reads and one transaction (lib/reference/orders.md#creation). The row of
 * the order is its idempotency record, so a repeat finds it and returns the order as created.
 */
export const createOrder = async (creation: OrderCreation): Promise<Reply> => {
  const orderId = orderIdFor(creation.company, creation.idempotencyKey);
  const inputHash = hashInput(creation.input ?? {});
  try {
    return await createNew(creation, orderId, inputHash);
  } catch (error) {
    if (!mayBeConcurrent(error)) throw error;
    // A concurrent duplicate may have taken the stock, the code or the picture. If its order exists now, replay it.
    const existing = await findLatestOrder({ company: creation.company, id: orderId });
    if (existing) return replay(existing, inputHash);
    throw error;
  }
};

/** Records the calls made by agents, because the row of an order does not name the tool that created it. */
const auditWrites = ({ company, idempotencyKey: key, input }: OrderCreation, orderId: string, reply: Reply): Write[] =>
  recordAgentWrites(
    { company, operation: 'create-order', key, input: { params: { order_id: orderId }, body: input } },
    reply,
  );

/** Excludes 404: the company accepts no orders, so an earlier order is not returned either. */
const mayBeConcurrent = (error: unknown): boolean => error instanceof ApiError && [409, 422].includes(error.status);

/** A row can be at most 400 KB, and the row of an order grows with its payment, refunds and tickets. */
const ORDER_MAX_BYTES = 300_000;

const createNew = async (creation: OrderCreation, orderId: string, inputHash: string): Promise<Reply> => {
  const inputs = await loadOrderInputs(creation.company, orderId, creation.input);
  if (inputs.earlier) return replay(inputs.earlier, inputHash);
  const order = orderCodec.write({
    ...checkedOrder(creation, inputs, orderId, inputHash),
    ...orderKey(creation.company, orderId),
  });
  if (bytesOfRow(order) > ORDER_MAX_BYTES) throw invalid('items', ordering('order_too_large'));
  const reply: Reply = { status: 201, body: presentOrder(order) };
  await creation.admitted(order);
  const commitWith = (lines: OrderRow['lines']): Promise<void> => {
    const withHolds = orderCodec.write({ ...order, lines });
    const otherWrites = [
      ...effectWrites(withHolds, creationEffects(withHolds), order.createdAtMs),
      ...auditWrites(creation, orderId, reply),
    ];
    return commit(withHolds, otherWrites, reply);
  };
  try {
    const { company } = creation;
    await reserveStock({ company, lines: order.lines, sharesOf: sharesIn(inputs), commit: commitWith });
  } catch (error) {
    if (error instanceof StockShort) {
      measure({ OversellAttempts: [1] });
      throw shortage(order.lines, error.left);
    }
    if (error instanceof ApiError && error.code === 'service_busy') throw tooManyAtOnce(error);
    const isRefused = error instanceof TransactionRefused;
    if (!isRefused && !(error instanceof ConditionFailed)) throw error;
    const earlier = isRefused ? error.failed(ORDER_WRITE)?.row : error.row;
    if (earlier) return isOurs(earlier, order) ? reply : replay(orderCodec.read(earlier), inputHash);
    throw isRefused ? refusal(order, error) : error;
  }
  return reply;
};

/** Number of shares of a counter that the order changes; undefined if it has none. */
const sharesIn =
  ({ products }: OrderInputs) =>
  (counter: CounterName): number | undefined => {
    const product = products.get(counter.productId);
    const units = product && spreadUnits(product, counter.optionId);
    return units === undefined ? undefined : sharesFor(units);
  };

/** An order without other writes, such as those for stock, needs no transaction, which costs twice as much. */
const commit = (order: OrderRow, otherWrites: readonly Write[], reply: Reply): Promise<void> =>
  otherWrites.length === 0 && !isDryRun()
    ? putRow(order, ABSENT)
    : transact([{ put: order, condition: ABSENT, name: ORDER_WRITE }, ...otherWrites], () => reply.body);

/**
 * If the response to a write was lost, the retry finds the order that it wrote itself. The random seed identifies it.
 */
const isOurs = (stored: Row, order: OrderRow): boolean =>
  rowOfType<OrderRow>('order', stored).codeSeed === order.codeSeed;

const ORDER_WRITE = 'order';

type NewOrder = Omit<OrderRow, 'pk' | 'sk' | 'type' | 'v'>;

/** The order as created: a repeat gets the first response, even if the order has changed since. */
const replay = (order: OrderRow, inputHash: string): Reply => {
  if (order.inputHash !== inputHash) {
    throw keyConflict();
  }
  return { status: 201, body: presentOrder(asCreated(order)), headers: { 'Idempotency-Replayed': 'true' } };
};

/** Checks and prices the body. Throws 422 with every fault other than insufficient stock. */
const checkedOrder = (creation: OrderCreation, inputs: OrderInputs, orderId: string, inputHash: string): NewOrder => {
  const body = creation.body();
  const { company } = inputs;
  // The time before the reads, so that the version of the endpoints is not older than the event.
  const now = inputs.beforeMs;
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
  if (!isWithinSixDigits(cart.amounts.total)) {
    const message = ordering('total_not_representable');
    throw invalid('items', message, 'amount_precision_unsupported');
  }
  return {
    ...fromCart(cart, orderId),
    id: orderId,
    company: creation.company,
    reference: referenceFor(orderId),
    version: 1,
    inputHash,
    createdAtMs: now,
    updatedAtMs: now,
    ...CREATED,
    epoch: 0,
    ...fromBody(body),
    greeting,
    returnUrl,
    seller: { name: company.name, vatNumber: company.vat_number ?? null },
    keyId: creation.caller.by.keyId ?? '',
    ...(creation.caller.createdBy === undefined ? {} : { createdBy: creation.caller.createdBy }),
    codeSeed: randomBytes(16).toString('base64url'),
    event: {
      seq: 1,
      ...(inputs.endpoints ? { endpoints: inputs.endpoints.version } : {}),
      ...eventMark(CREATED, 'order.created', now, creation.caller.by),
    },
  };
};

const fromCart = (cart: PricedCart, orderId: string) => {
  const { postage: _postage, method, ...delivery } = cart.delivery;
  if (!method) throw new Error('An order without a delivery method passed validation');
  return {
    lines: cart.lines.map((line, index) => ({ ...line, id: lineIdFor(orderId, index), issuedCount: 0 })),
    amounts: cart.amounts,
    delivery: { ...delivery, method },
    discount: cart.discount,
  };
};

/** A recipient's name or email address that is absent is the buyer's. */
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

/** An order reserves its stock, its code and its picture on creation. */
const creationEffects = (order: OrderRow): Effect[] => [
  ...stockEffects(order, 'take'),
  ...(order.discount ? [{ kind: 'code_use', by: 1 } as const] : []),
  ...(order.greeting?.image?.uploadId ? [{ kind: 'picture', move: 'use' } as const] : []),
];

/** The error for a failed transaction, except for insufficient stock. */
const refusal = (order: OrderRow, refused: TransactionRefused): ApiError => {
  if (refused.failed(DISCOUNT_WRITE)) return invalid('discount_code', CODE_NOT_FOUND, 'discount_code_not_found');
  const picture = refused.failed(PICTURE_WRITE);
  if (picture) return pictureRefusal(rowOfType<PictureRow>('picture', picture.row));
  return orderNotCreated();
};
