import { notFound, unavailable } from '../../../platform/errors.ts';
import { getRow, getRows } from '../../../storage/table.ts';
import { brandOf } from '../../company/brand/rules.ts';
import { printedProducts } from '../../catalog/products/printed.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { itemKey, type ItemRow } from '../../value/items/rows.ts';
import { loadReadableItem } from '../../value/items/load.ts';
import type { LookupCaller } from '../../value/items/code-lookups.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { renderCard } from './card-template.ts';
import { brandPicturesOf } from './brand-pictures.ts';
import type { LinkedItem } from '../../../platform/document-links.ts';
import { documentPictureOf } from './picture-source.ts';
import { productImageOf, findProductPicture } from './product-picture.ts';
import { documentName } from './name.ts';
import { renderedOnce } from './read-document.ts';
import { lineDocument, documentWithoutOrder } from './rules.ts';
import { hasDocument, printedItem } from './deliverable-lines.ts';
import type { DocumentInput, StoredDocument } from './schema.ts';

/**
 * The document of one item (lib/reference/items.md#documents). Throws 404 for an unknown code, a code of another
 * company, and an item without a document: one that is not paid yet, or was cancelled or refunded.
 */
export const renderItem = async (caller: LookupCaller, code: string): Promise<StoredDocument> => {
  const { item, company } = await loadReadableItem(caller, code);
  return renderItemDocument(item, company);
};

/** The document of an item in a signed link. Throws 404 if there is none. */
export const renderLinkedItem = async (linked: LinkedItem): Promise<StoredDocument> => {
  const keys = { item: itemKey(linked.company, linked.code), company: companyKey(linked.company) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const item = rows.get<ItemRow>(keys.item);
  const company = rows.get<CompanyRow>(keys.company);
  if (!item || !company) throw notFound('document');
  return renderItemDocument(item, company);
};

const renderItemDocument = async (item: ItemRow, company: CompanyRow): Promise<StoredDocument> => {
  if (!hasDocument(item)) throw notFound('document');
  const facts = await factsOf(item, company);
  return renderedOnce({
    company: item.company,
    name: documentName(brandOf(company).displayName, item.title),
    from: facts,
    render: async () => renderCard(await documentOf(facts), item.template),
  });
};

/** Input for an item's document, without the bytes of pictures. */
interface DocumentFacts {
  item: ItemRow;
  company: CompanyRow;
  /** For an item of a headless order: the order, the line, and print data of the product. */
  ofOrder?: { order: OrderRow; line: OrderLine; formalities: string | undefined; image: string | undefined };
}

const factsOf = async (item: ItemRow, company: CompanyRow): Promise<DocumentFacts> => {
  const order = item.lineId ? shownOrder(await getRow(orderKey(item.company, item.orderId))) : undefined;
  const line = order?.lines.find(({ id }) => id === item.lineId);
  if (!order || !line) return { item, company };
  const product = (await printedProducts(order.company, [line.productId])).get(line.productId);
  const image = productImageOf(line, product, company);
  return { item, company, ofOrder: { order, line, formalities: product?.formalities, image } };
};

/** The document data of an item. Uses its headless order, if it has one. */
export const itemDocument = async (item: ItemRow, company: CompanyRow): Promise<DocumentInput> =>
  documentOf(await factsOf(item, company));

const documentOf = async ({ item: stored, company, ofOrder }: DocumentFacts): Promise<DocumentInput> => {
  const item = printedItem(stored);
  if (!ofOrder)
    return documentWithoutOrder([item], company, { claimUrlOf, brandPictures: await readBrandPictures(company) });
  const { order, line, formalities, image } = ofOrder;
  const [picture, brandPictures, ofProduct] = await inDocumentStore(() =>
    Promise.all([
      documentPictureOf(order, company),
      brandPicturesOf(company),
      findProductPicture(image, { company: order.company, product: line.productId }),
    ]),
  );
  const sources = { claimUrlOf, picture, brandPictures, formalities, productPicture: ofProduct };
  return lineDocument(order, line, [item], company, sources);
};

const readBrandPictures = (company: CompanyRow) => inDocumentStore(() => brandPicturesOf(company));

/** Throws 503 when the store does not respond. */
const inDocumentStore = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    throw unavailable('service_unavailable', 'The document cannot be made just now. Try again.', 2, error);
  }
};
