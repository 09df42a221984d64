import { putObject } from '../../../adapters/objects/store.ts';
import type { PrintedProduct } from '../../catalog/products/printed.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { renderCard } from './card-template.ts';
import { brandPicturesOf } from './brand-pictures.ts';
import { documentName } from './name.ts';
import { documentPictureOf } from './picture-source.ts';
import { productImageOf, findProductPicture } from './product-picture.ts';
import { lineDocument } from './rules.ts';
import { lineObject, PDF, type DocumentedItem } from './schema.ts';

/**
 * Renders the document of every line with items and stores it (bucket `documents`). A repeat writes the same bytes to
 * the same key. Sequential, because one line may have a thousand pages.
 */
export const renderOrderDocuments = async (
  order: OrderRow,
  company: CompanyRow,
  itemsByLine: ReadonlyMap<string, readonly DocumentedItem[]>,
  products: ReadonlyMap<string, PrintedProduct>,
): Promise<void> => {
  const [picture, brandPictures] = await Promise.all([documentPictureOf(order, company), brandPicturesOf(company)]);
  for (const line of order.lines) {
    const items = itemsByLine.get(line.id) ?? [];
    if (items.length === 0) continue;
    const product = products.get(line.productId);
    const of = { company: order.company, product: line.productId };
    // The default template shows the buyer's picture instead of the product's; an uploaded template may have places for
    // both.
    const isShown = picture === undefined || items[0]?.template !== undefined;
    const sources = {
      claimUrlOf,
      picture,
      brandPictures,
      formalities: product?.formalities,
      productPicture: isShown ? await findProductPicture(productImageOf(line, product, company), of) : undefined,
    };
    // All items of a line are issued together, and so have the same template.
    const bytes = await renderCard(lineDocument(order, line, items, company, sources), items[0]?.template);
    const name = documentName(line.name, order.reference);
    await putObject('documents', lineObject(order.company, order.id, line.id), { bytes, contentType: PDF, name });
  }
};
