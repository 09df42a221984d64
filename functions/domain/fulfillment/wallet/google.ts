import type { GoogleCredentials } from '../../../adapters/wallet/certificates.ts';
import { putGoogleCard } from '../../../adapters/wallet/google-api.ts';
import { saveLink } from '../../../adapters/wallet/google.ts';
import type { WalletCard } from '../../../adapters/wallet/port.ts';
import { nowMs } from '../../../platform/clock.ts';
import { brandOf } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import type { HolderView } from '../holder/holder-view.ts';
import { cardFor, cardOf, type WantsCard } from './card.ts';
import { recordPass } from './record.ts';
import { shownDigest } from './shown-digest.ts';

/** The link that saves a code in Google Wallet. Throws the same errors as `cardFor`. */
export const googleLink = async (wants: WantsCard): Promise<string> => {
  const { card, credentials, company, item } = await cardFor('google', wants);
  await recordPass({ company: item.company, code: item.code, firstShown: shownDigest(item), google: true });
  return saveLink(withLogo(card, company), credentials, nowMs());
};

/** Updates the object of an item in Google Wallet. Throws unless Google has accepted it. */
export const updateGoogle = (view: HolderView & { item: ItemRow }, google: GoogleCredentials): Promise<void> =>
  putGoogleCard(withLogo(cardOf(view), view.company), google);

const withLogo = (card: WalletCard, company: CompanyRow): WalletCard => {
  const logoUrl = brandOf(company).logo?.rasterUrl;
  return { ...card, ...(logoUrl === undefined ? {} : { logoUrl }) };
};
