import { itemIdOf } from '../../value/items/item-id.ts';

/** Identifies a pass to the wallets. The same for an item for ever, so that a wallet has it once; not its code. */
export const passSerial = (item: { company: string; code: string }): string => itemIdOf(item);
