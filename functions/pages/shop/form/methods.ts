import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import type { DeliveryMethod } from '../../../domain/catalog/delivery/rules.ts';
import type { Visit } from '../visit.ts';
import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import { linesOf } from './lines.ts';
import type { FormValues } from '../../kit/form-values.ts';

/** Delivery methods for a product: those that the company offers for it and that the page shows. */
export const deliveryMethodsFor = (visit: Visit, product: ListedProduct | undefined): DeliveryMethod[] =>
  visit.shop.settings.methods.filter((method) => product?.delivery_methods[method].available ?? method !== 'postal');

/** Who the product is usually for: tickets for the buyer, everything else for another person. */
const usuallyFor = (product: ListedProduct | undefined): 'me' | 'other' =>
  product?.type === 'event_ticket' ? 'me' : 'other';

/** Preselects a collection point for tickets that can be collected, so that a price can be shown from the start. */
const collectionPoints = (typed: FormValues, products: ReadonlyMap<string, ListedProduct>): Record<string, string> =>
  Object.fromEntries(
    linesOf(typed).flatMap(({ index, productId, optionId }): [string, string][] => {
      const product = products.get(productId);
      const event = product && 'event' in product ? product.event : undefined;
      const option = product && 'options' in product ? product.options.find(({ id }) => id === optionId) : undefined;
      const [first] = event?.collection_points ?? [];
      const isCollected = option !== undefined && 'requires' in option && option.requires?.collection_point;
      const name = lineField(index, 'ticket.collection_point_id');
      return first && isCollected && typed.get(name) === '' ? [[name, first.id]] : [];
    }),
  );

/** Preselected values of a new form. */
export const withPreselected = (
  visit: Visit,
  typed: FormValues,
  products: ReadonlyMap<string, ListedProduct>,
): FormValues => {
  const [first] = linesOf(typed);
  const product = products.get(first?.productId ?? '');
  const methods = deliveryMethodsFor(visit, product);
  const to = typed.get('to') || usuallyFor(product);
  const preferred: DeliveryMethod = to === 'me' ? 'sender_email' : 'recipient_email';
  const method = typed.get('delivery.method') || (methods.includes(preferred) ? preferred : (methods[0] ?? ''));
  const postal = product?.delivery_methods.postal;
  const country = postal?.destinations[0]?.country ?? '';
  return typed.with({
    ...collectionPoints(typed, products),
    to,
    'delivery.method': method,
    when: typed.get('when') || 'now',
    picture: typed.get('picture') || 'none',
    shape: typed.get('shape') || 'private',
    'delivery.address.country': typed.get('delivery.address.country') || country,
  });
};
