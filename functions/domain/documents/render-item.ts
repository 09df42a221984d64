import { notFound, unavailable } from '../../platform/errors.ts';
import { getRow, getRows } from '../../storage/table.ts';
import { brandOf } from '../brand/rules.ts';
import { printedProducts } from '../catalogue/printed.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { itemKey, type ItemRow } from '../items/rows.ts';
import { loadItem } from '../items/load.ts';
import type { Asker } from '../items/code-lookups.ts';
import { claimUrlOf } from '../items/claim-url.ts';
import { shownOrder } from '../orders/order-shape.ts';
import { orderKey } from '../orders/rows.ts';
import { renderCard } from '../templates/card.ts';
import { brandPicturesOf } from './brand-pictures.ts';
import { linkedItem } from './links.ts';
import { pictureOf } from './picture-source.ts';
import { productImageOf, productPicture } from './product-picture.ts';
import { documentName } from './name.ts';
import { answerable } from './read-document.ts';
import { lineDocument, looseDocument } from './rules.ts';
import { isGivable } from './standing-lines.ts';
import type { DocumentInput, StoredDocument } from './schema.ts';

/**
 * Renders the document of one item (lib/reference/items.md#documents). Throws 404 for a code that is unknown, foreign,
 * or nothing to give away: not paid yet, cancelled, or refunded.
 */
export const renderItem = async (asker: Asker, code: string): Promise<StoredDocument> => {
  const { item, company } = await loadItem(asker, code);
  return rendered(item, company);
};

/** The document behind a signed link. Throws 404 for a link that we did not make, and where there is no document. */
export const renderLinkedItem = async (token: string): Promise<StoredDocument> => {
  const linked = linkedItem(token);
  if (!linked) throw notFound('document');
  const keys = { item: itemKey(linked.company, linked.code), company: companyKey(linked.company) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const item = rows.get<ItemRow>(keys.item);
  const company = rows.get<CompanyRow>(keys.company);
  if (!item || !company) throw notFound('document');
  return rendered(item, company);
};

const rendered = async (item: ItemRow, company: CompanyRow): Promise<StoredDocument> => {
  if (!isGivable(item)) throw notFound('document');
  const document = await itemDocument(item, company);
  const name = documentName(brandOf(company).displayName, item.title);
  return answerable(item.company, Buffer.from(await renderCard(document, item.template)), name);
};

/** What the document of items of one order says: as the order's own where it is a headless one. */
export const itemDocument = async (item: ItemRow, company: CompanyRow): Promise<DocumentInput> => {
  const order = item.lineId ? shownOrder(await getRow(orderKey(item.company, item.orderId))) : undefined;
  const line = order?.lines.find(({ id }) => id === item.lineId);
  if (!order || !line) return looseDocument([item], company, { claimUrlOf, brandPictures: await readable(company) });
  const product = (await printedProducts(order.company, [line.productId])).get(line.productId);
  const [picture, brandPictures, ofProduct] = await answered(() =>
    Promise.all([
      pictureOf(order, company),
      brandPicturesOf(company),
      productPicture(productImageOf(line, product, company), { company: order.company, product: line.productId }),
    ]),
  );
  const sources = { claimUrlOf, picture, brandPictures, formalities: product?.formalities, productPicture: ofProduct };
  return lineDocument(order, line, [item], company, sources);
};

const readable = (company: CompanyRow) => answered(() => brandPicturesOf(company));

/** Throws 503 when the store does not answer. */
const answered = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    throw unavailable('service_unavailable', 'The document cannot be made just now. Try again.', 2, error);
  }
};
