import { getObject } from '../../../adapters/objects/store.ts';
import { signedPass } from '../../../adapters/wallet/apple.ts';
import type { AppleCredentials } from '../../../adapters/wallet/certificates.ts';
import type { WalletCard } from '../../../adapters/wallet/port.ts';
import { config } from '../../../platform/config.ts';
import { brandOf } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import type { HolderView } from '../holder/holder-view.ts';
import { cardFor, cardOf, type WantsCard } from './card.ts';
import { recordPass } from './record.ts';
import { itemIdOf } from '../../value/items/item-id.ts';
import { shownDigest } from './shown-digest.ts';
import { passToken } from './token.ts';

/** Base URL of the web service for passes, as Apple requires. */
const WEB_SERVICE = '/wallet/apple';

/** A signed pass for Apple Wallet, with its file name. Throws the same errors as `cardFor`. */
export const applePass = async (wants: WantsCard): Promise<{ bytes: Buffer; name: string }> => {
  const { card, credentials, company, item } = await cardFor('apple', wants);
  await recordPass({ company: item.company, code: item.code, firstShown: shownDigest(item) });
  return { bytes: await signPass(card, company, credentials), name: company.slug };
};

/** The current pass of an item, in the item's language; void when the item is cancelled or refunded in full. */
export const passOf = (view: HolderView & { item: ItemRow }, apple: AppleCredentials): Promise<Buffer> =>
  signPass(cardOf(view), view.company, apple);

const signPass = async (card: WalletCard, company: CompanyRow, apple: AppleCredentials): Promise<Buffer> => {
  const logo = await logoOf(company);
  const serial = itemIdOf({ company: card.company, code: card.code });
  const updates = { serial, url: `${config.baseUrl()}${WEB_SERVICE}`, token: passToken(serial) };
  return signedPass({ ...card, ...(logo ? { logo } : {}) }, updates, apple);
};

const logoOf = async (company: CompanyRow): Promise<WalletCard['logo']> => {
  const { logo } = brandOf(company);
  const stored = logo && (await getObject('pictures', logo.rasterObject));
  return stored?.bytes;
};
