import { fileOnce } from '../domain/items/index-search.ts';
import { completeItemOrder } from '../domain/items/item-order.ts';
import type { ItemWork } from '../domain/items/messages.ts';
import { consume } from './consume.ts';

/** Files issued items for search, and completes directly issued orders that their request left unfinished. */
export const handler = consume<ItemWork>(async (work) => {
  if (work.kind === 'index') await fileOnce(work.item);
  else await completeItemOrder(work.company, work.orderId);
});
