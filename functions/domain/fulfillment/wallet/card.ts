import type { WalletCredentials } from '../../../adapters/wallet/certificates.ts';
import { walletCredentials } from '../../../adapters/wallet/credentials.ts';
import type { WalletCard } from '../../../adapters/wallet/port.ts';
import { notFound } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { enabledWallets, type Wallet } from '../../../platform/wallets.ts';
import { findHolderView, type HolderLookup, type HolderView } from '../holder/holder-view.ts';
import { formatTag, documentLanguage, spoken } from '../documents/texts.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { isForWallets, walletCard } from './rules.ts';

/** The requester of a pass, and the language in which it was requested. */
export interface WantsCard extends HolderLookup {
  language: string | undefined;
}

/**
 * A card for a wallet, with its signing keys. Throws 404 without certificates, for an unknown code, and for a card that
 * is not usable or whose event has no date; `LimitExceeded` for an IP address above its limit.
 */
export const cardFor = async <W extends Wallet>(
  wallet: W,
  { language: wanted, ...visitor }: WantsCard,
): Promise<{
  card: WalletCard;
  credentials: NonNullable<WalletCredentials[W]>;
  company: CompanyRow;
  item: ItemRow;
}> => {
  if (!enabledWallets().includes(wallet)) throw notFound('card');
  const [held, all] = await Promise.all([findHolderView(visitor), walletCredentials()]);
  const credentials = all[wallet];
  if (!credentials) log.error('A wallet is enabled without certificates', { wallet });
  if (!held?.item || !credentials || held.awaitsDate) throw notFound('card');
  if (!isForWallets(held.item, held.terms)) throw notFound('card');
  const { item, company } = held;
  return { card: cardOf({ ...held, item }, wanted), credentials, company, item };
};

/** The card in the requested language if supported, otherwise in the item's. */
export const cardOf = (view: HolderView & { item: ItemRow }, wanted?: string): WalletCard => {
  const locale = spoken(wanted) ? wanted : view.item.language;
  const language = documentLanguage(locale, view.company.language);
  return walletCard(view, { language, tag: formatTag(locale, language) });
};
