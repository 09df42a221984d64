import type { CompanyRow } from '../../company/companies/rows.ts';
import type { Language } from '../documents/schema.ts';
import { documentTextsIn } from '../documents/texts.ts';
import { termsOf } from '../../value/items/load.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { walletLinks } from './links.ts';
import { isForWallets } from './rules.ts';
import { addToWalletLabel, walletTextsIn } from './texts.ts';

/** Maximum number of buttons in an email. With or without buttons, each card has a link to its page. */
const CARDS_MAX = 10;

/**
 * The wallet buttons of an email. A single card has one button per wallet; several cards have one button each, which
 * opens the page of the card. There are no buttons for more than `CARDS_MAX` cards, or if no wallet has certificates.
 */
export const walletButtons = (
  items: readonly ItemRow[],
  company: CompanyRow,
  language: Language,
): { label: string; url: string }[] => {
  const carried = items.filter((item) => isForWallets(item, termsOf(company)));
  const [first] = carried;
  if (!first || carried.length > CARDS_MAX || walletLinks(first).length === 0) return [];
  if (carried.length === 1) {
    return walletLinks(first).map(({ wallet, url }) => ({ label: addToWalletLabel(wallet, language), url }));
  }
  const { add } = walletTextsIn(language);
  const { number } = documentTextsIn(language);
  return carried.map((item, at) => ({
    label: `${add('Wallet')} (${number(at + 1, carried.length)})`,
    url: claimUrlOf(item),
  }));
};
