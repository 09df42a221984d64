import { itemIdOf } from '../../value/items/item-id.ts';

/** Id of a pass for the wallets. Constant for an item, so that a wallet has it once; not its code. */
export const passSerial = (item: { company: string; code: string }): string => itemIdOf(item);
