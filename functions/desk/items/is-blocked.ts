import type { ItemListing } from '../../domain/value/items/present.ts';
import { CANCELLED } from '../../domain/value/items/statuses.ts';

/** Whether a block is why an item cannot be used. A cancelled item keeps its block. */
export const isBlocked = ({ blocked, status }: Pick<ItemListing, 'blocked' | 'status'>): boolean =>
  blocked !== null && status !== CANCELLED;
