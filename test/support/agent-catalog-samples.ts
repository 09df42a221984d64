import { randomUUID } from 'node:crypto';
import type { Sample, Store } from './agent-shop.ts';

/** Arguments of the tools for managing a shop. */
export const CATALOG_SAMPLES: Record<string, (store: Store) => Promise<Sample> | Sample> = {
  catalog_list: () => ({ given: { family: 'experiences', limit: 2 } }),
  catalog_get: async (store) => ({ given: { family: 'experiences', id: (await store.product()).id } }),
  catalog_create: () => {
    const args = { family: 'experiences', name: randomUUID(), options: [{ name: 'One hour', amount: 20000 }] };
    return { given: args, other: { ...args, name: randomUUID() } };
  },
  catalog_update: async (store) => {
    const { id, etag } = await store.product();
    const args = { family: 'experiences', id, if_match: etag, name: randomUUID() };
    return { given: args, other: { ...args, name: randomUUID() } };
  },
  catalog_archive: async (store) => ({
    given: { family: 'experiences', id: (await store.product()).id },
    other: { family: 'experiences', id: (await store.product()).id },
  }),
  catalog_set_stock: async (store) => {
    const { option } = await store.product();
    return { given: { option_id: option, change: 2 }, other: { option_id: option, change: 3 } };
  },
  campaigns_list: async (store) => {
    await store.campaign();
    return { given: { limit: 2 } };
  },
  campaigns_get: async (store) => ({ given: { id: (await store.campaign()).id } }),
  campaigns_create: () => {
    const args = { name: randomUUID(), applies_to: 'gift_card', kind: 'added-value', value: 20, enabled: false };
    return { given: args, other: { ...args, value: 25 } };
  },
  campaigns_update: async (store) => {
    const { id, etag } = await store.campaign();
    return { given: { id, if_match: etag, value: 30 }, other: { id, if_match: etag, value: 35 } };
  },
  campaigns_delete: async (store) => ({
    given: { id: (await store.campaign()).id },
    other: { id: (await store.campaign()).id },
  }),
  campaigns_create_codes: async (store) => {
    const { id } = await store.campaign();
    return { given: { id, count: 2 }, other: { id, count: 3 } };
  },
  campaigns_get_code_batch: async (store) => {
    const { id } = await store.campaign();
    const body = { count: 2 };
    const batch = await store.stack.post<{ id: string }>(`/v2/campaigns/${id}/codes`, {
      key: store.shop.key,
      idempotencyKey: true,
      body,
    });
    return { given: { id: batch.body.id } };
  },
  discountcodes_list: async (store) => {
    await store.discountCode();
    return { given: { limit: 2 } };
  },
  discountcodes_get: async (store) => ({ given: { code: (await store.discountCode()).code } }),
  discountcodes_create: () => {
    const args = { code: `CODE-${randomUUID().slice(0, 8)}`, percent: 10 };
    return { given: args, other: { ...args, percent: 15 } };
  },
  discountcodes_update: async (store) => {
    const { code, etag } = await store.discountCode();
    return { given: { code, if_match: etag, percent: 15 }, other: { code, if_match: etag, percent: 20 } };
  },
  discountcodes_delete: async (store) => ({
    given: { code: (await store.discountCode()).code },
    other: { code: (await store.discountCode()).code },
  }),
  discountcodes_create_batch: () => {
    const args = { count: 2, prefix: `${randomUUID().slice(0, 4)}-`, percent: 5 };
    return { given: args, other: { ...args, count: 3 } };
  },
};
