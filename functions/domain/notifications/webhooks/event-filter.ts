import { connections } from '../../../platform/messages/connections.ts';
import { invalidFields } from '../../../platform/errors.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { unknownProducts } from '../../catalog/products/unknown-products.ts';
import { ITEM_TYPES } from '../../value/items/item-types.ts';
import type { EventFilter } from './rows.ts';

/** A filter as sent by clients. */
export interface FilterInput {
  item_types?: readonly string[] | undefined;
  product_ids?: readonly string[] | undefined;
}

/** The filter as stored (lib/reference/webhooks.md#filter). Throws 422 with the position of each unknown product id. */
export const filterOf = async (
  company: CompanyRow,
  input: FilterInput | undefined,
): Promise<EventFilter | undefined> => {
  if (!input) return undefined;
  const { item_types: types, product_ids: ids } = input;
  const unknown = new Set(await unknownProducts(company, ids ?? []));
  if (unknown.size > 0) {
    const faults = [...(ids ?? []).entries()].filter(([, id]) => unknown.has(id));
    const message = connections('filter_product_unknown');
    throw invalidFields(Object.fromEntries(faults.map(([at]) => [`filter.product_ids.${at}`, [message]])));
  }
  const selectedTypes = new Set(types?.map((type) => type.toUpperCase()));
  return {
    ...(types ? { itemTypes: ITEM_TYPES.filter((type) => selectedTypes.has(type)) } : {}),
    ...(ids ? { productIds: ids } : {}),
  };
};
