import { presignGet } from '../../../adapters/objects/presign.ts';
import { getObjectUpTo, putObject } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict, notFound, unavailable } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { loadOrder } from '../../checkout/orders/load.ts';
import { asciiName, documentName } from './name.ts';
import { linesWithDocuments } from './deliverable-lines.ts';
import { MAX_RESPONSE_BYTES } from '../../../platform/response-size.ts';
import { lineObject, passingObject, PDF, renderedObject, type StoredDocument } from './schema.ts';

const LINK_SECONDS = 600;

/**
 * The document of a single-line order. Throws 409 `multiple_gift_cards` for an order with several lines in any state,
 * and 404 for an order that is unknown, unfulfilled or refunded, or whose cards are withdrawn
 * (lib/reference/orders.md#documents).
 */
export const readOrderDocument = async (company: string, orderId: string): Promise<StoredDocument> => {
  const order = await loadOrder(company, orderId);
  const [line, ...others] = order.lines;
  if (!line || others.length > 0) {
    throw conflict('multiple_gift_cards', 'The order has several lines. Read the document of each line instead.');
  }
  return storedDocument(order, line);
};

/**
 * The document of one line. Throws 404 for an unfulfilled or refunded order, another order's line, or withdrawn cards.
 */
export const readLineDocument = async (company: string, orderId: string, lineId: string): Promise<StoredDocument> => {
  const order = await loadOrder(company, orderId);
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line) throw notFound('line');
  return storedDocument(order, line);
};

const storedDocument = async (order: OrderRow, line: OrderLine): Promise<StoredDocument> => {
  if (order.fulfillment.status !== 'fulfilled') throw notFound('document: the order is not fulfilled yet');
  if (order.payment.status === 'refunded') throw notFound('document: the order has been refunded');
  if ((await linesWithDocuments(order, [line])).length === 0)
    throw notFound('document: all of its items are withdrawn');
  const document = await documentAt(lineObject(order.company, order.id, line.id));
  if (!document) throw notFound('document');
  return document;
};

const linkTo = async (key: string, name: string): Promise<StoredDocument> => ({
  url: await presignGet('documents', key, {
    expiresInSeconds: LINK_SECONDS,
    contentType: PDF,
    filename: `${asciiName(name)}.pdf`,
  }),
});

/** Returns the bytes of a new document, or a link to a temporary copy if it is too large for a response. */
export const documentForReply = async (company: string, bytes: Buffer, name: string): Promise<StoredDocument> => {
  if (bytes.byteLength <= MAX_RESPONSE_BYTES) return { bytes, name };
  return answeredByLink(passingObject(company, bytes), name, bytes);
};

/** Returns a link to a stored document. Stores `bytes` first, if given. */
const answeredByLink = async (key: string, name: string, bytes?: Buffer): Promise<StoredDocument> => {
  try {
    if (bytes) await putObject('documents', key, { bytes, contentType: PDF });
    return await linkTo(key, name);
  } catch (error) {
    throw unavailable('service_unavailable', 'The document cannot be read just now. Try again.', 2, error);
  }
};

/**
 * Renders a document on the first request of an hour, and reads it from the store after that. If the store does not
 * respond, renders the document again; throws 503 for a document that is too large for a response.
 */
export const renderedOnce = async (request: {
  company: string;
  name: string;
  /** Input of the document, as JSON. A different input results in a different document. */
  from: unknown;
  render: () => Promise<Uint8Array>;
}): Promise<StoredDocument> => {
  const { company, name, from, render } = request;
  const key = renderedObject(company, from, nowMs());
  const known = await getObjectUpTo('documents', key, MAX_RESPONSE_BYTES, { once: true }).catch(notKept);
  if (known) return 'bytes' in known ? { bytes: known.bytes, name } : answeredByLink(key, name);
  const bytes = Buffer.from(await render());
  if (bytes.byteLength > MAX_RESPONSE_BYTES) return answeredByLink(key, name, bytes);
  await putObject('documents', key, { bytes, contentType: PDF }, { once: true }).catch(notKept);
  return { bytes, name };
};

const notKept = (error: unknown): undefined => {
  log.warn('A rendered document could not be stored: the next request renders it again', { cause: error });
};

/**
 * The document of a signed link; undefined for a malformed key. Throws 404 if the document does not exist, or if the
 * order was refunded or the cards were withdrawn since.
 */
export const findLinkedDocument = async (key: string): Promise<StoredDocument | undefined> => {
  const [, company, orderId, lineId] = /^orders\/([^/]+)\/([^/]+)\/([^/]+)\.pdf$/.exec(key) ?? [];
  if (company === undefined || orderId === undefined || lineId === undefined) return undefined;
  return readLineDocument(company, orderId, lineId);
};

/** The document under a key of the bucket, or undefined. Throws 503 when the store does not respond. */
const documentAt = async (key: string): Promise<StoredDocument | undefined> => {
  try {
    const object = await getObjectUpTo('documents', key, MAX_RESPONSE_BYTES);
    if (!object) return undefined;
    const name = documentName(object.name);
    if ('bytes' in object) return { bytes: object.bytes, name };
    return await linkTo(key, name);
  } catch (error) {
    throw unavailable('service_unavailable', 'The document cannot be read just now. Try again.', 2, error);
  }
};
