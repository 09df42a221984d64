import { ITEM_TYPES } from '../../domain/value/items/item-types.ts';
import { SUBSCRIBABLE_EVENTS } from '../../domain/notifications/webhooks/schema.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';

/** The events whose checkboxes are ticked. */
export const selectedEvents = (form: FormValues) => SUBSCRIBABLE_EVENTS.filter((event) => form.has(`event.${event}`));

/** The filter in the form; null if no types and products are named. */
export const selectedFilter = (form: FormValues) => {
  const types = ITEM_TYPES.filter((type) => form.has(`item-type.${type}`));
  const products = form
    .get('products')
    .split(/[\s,;]+/)
    .filter((id) => id !== '');
  if (types.length === 0 && products.length === 0) return null;
  return {
    ...(types.length > 0 ? { item_types: types } : {}),
    ...(products.length > 0 ? { product_ids: products } : {}),
  };
};
