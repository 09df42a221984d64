import { ITEM_TYPES } from '../../domain/value/items/item-types.ts';
import { SUBSCRIBABLE_EVENTS } from '../../domain/notifications/webhooks/schema.ts';
import { selectedProductsIn } from '../order-page/draft-form.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';

/** The events whose checkboxes are ticked. */
export const selectedEvents = (form: FormValues) => SUBSCRIBABLE_EVENTS.filter((event) => form.has(`event.${event}`));

/** Name of the field with the products of the filter. */
export const FILTER_PRODUCTS = 'products';

/** The filter in the form; null if no types and products are selected. */
export const selectedFilter = (form: FormValues) => {
  const types = ITEM_TYPES.filter((type) => form.has(`item-type.${type}`));
  const products = selectedProductsIn(form, FILTER_PRODUCTS);
  if (types.length === 0 && products.length === 0) return null;
  return {
    ...(types.length > 0 ? { item_types: types } : {}),
    ...(products.length > 0 ? { product_ids: products } : {}),
  };
};
