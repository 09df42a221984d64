import { enabledWallets, type Wallet } from '../../../platform/wallets.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import type { ItemRow } from '../../value/items/rows.ts';

const PATHS: Record<Wallet, string> = { apple: 'apple.pkpass', google: 'google-wallet' };

/** Links that add a card to each wallet with certificates. */
export const walletLinks = (item: Pick<ItemRow, 'company' | 'code'>): { wallet: Wallet; url: string }[] =>
  enabledWallets().map((wallet) => ({ wallet, url: `${claimUrlOf(item)}/${PATHS[wallet]}` }));
