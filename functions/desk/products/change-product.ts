import type { ProductRow } from '../../domain/catalog/products/rows.ts';
import { createProduct } from '../../domain/administration/catalog/create.ts';
import { updateGiftCard } from '../../domain/administration/catalog/gift-card.ts';
import { familyNamed } from '../../domain/administration/catalog/read.ts';
import { updateProduct } from '../../domain/administration/catalog/update.ts';
import { nameOperation, withoutCause } from '../../platform/cause.ts';
import { once, type Reply } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { uploadProductPicture } from '../upload-product-picture.ts';
import type { DeskVisit } from '../visit.ts';
import { GIFT_CARD, loadProduct, NEW, productPath, type LoadedProduct } from './load.ts';
import { productPage } from './pages/product.ts';
import { deskChangeProduct as route } from './routes.ts';
import { freeSlug, typedProduct, type TypedProduct } from './typed-product.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const product = await loadProduct(visit);
  let typed: TypedProduct = { patch: {}, sentOptions: [] };
  let imageUrl = visit.form.get('picture_url') || undefined;
  try {
    // Only the change to the product is audited, not the picture's upload slot.
    imageUrl = (await withoutCause(() => uploadProductPicture(visit))) ?? imageUrl;
    typed = typedProduct(visit, product, imageUrl);
    const reply = await save(visit, product, typed.patch);
    const id = product.id === NEW ? String((reply.body as { id?: number }).id ?? 'value') : product.id;
    const outcome = product.id === NEW ? 'created' : 'saved';
    return seeOther(`${productPath(product.family, id)}?outcome=${outcome}`);
  } catch (error) {
    return productPage(visit, product, { refusal: refusalFrom(error), sentOptions: typed.sentOptions, imageUrl });
  }
});

const save = (visit: DeskVisit, product: LoadedProduct, patch: Record<string, unknown>): Promise<Reply> => {
  const { slug: company } = visit.company;
  const { family, id } = product;
  const isNew = id === NEW;
  nameOperation(
    family === GIFT_CARD ? 'update-gift-card' : isNew ? 'create-managed-product' : 'update-managed-product',
  );
  const idempotency = formIdempotency(visit, route, { family, id, patch });
  const ifMatch = visit.form.get('seen');
  return once(idempotency, () => {
    if (family === GIFT_CARD) return updateGiftCard({ company, patch, ifMatch, idempotency });
    if (isNew) {
      const dependent = (products: readonly ProductRow[]) => freeSlug(visit, patch, products);
      return createProduct({ company, family: familyNamed(family), entry: () => patch, dependent, idempotency });
    }
    return updateProduct({ company, family, id, patch, ifMatch, idempotency });
  });
};
