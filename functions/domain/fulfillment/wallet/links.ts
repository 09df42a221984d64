import { openWallets, type Wallet } from '../../../platform/wallets.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import type { ItemRow } from '../../value/items/rows.ts';

const PATHS: Record<Wallet, string> = { apple: 'apple.pkpass', google: 'google-wallet' };

/** Where a card is put into each wallet that the operator has certificates for. */
export const walletLinks = (item: Pick<ItemRow, 'company' | 'code'>): { wallet: Wallet; url: string }[] =>
  openWallets().map((wallet) => ({ wallet, url: `${claimUrlOf(item)}/${PATHS[wallet]}` }));
