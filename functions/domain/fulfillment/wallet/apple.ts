import { getObject } from '../../../adapters/objects/store.ts';
import { signedPass } from '../../../adapters/wallet/apple.ts';
import type { WalletCard } from '../../../adapters/wallet/port.ts';
import { brandOf } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { cardFor, type WantsCard } from './card.ts';

/** A code as a signed pass for Apple Wallet, with a name to save it under. Throws as `cardFor` does. */
export const applePass = async (wants: WantsCard): Promise<{ bytes: Buffer; name: string }> => {
  const { card, credentials, company } = await cardFor('apple', wants);
  const logo = await logoOf(company);
  return { bytes: await signedPass({ ...card, ...(logo ? { logo } : {}) }, credentials), name: company.slug };
};

const logoOf = async (company: CompanyRow): Promise<WalletCard['logo']> => {
  const { logo } = brandOf(company);
  const stored = logo && (await getObject('pictures', logo.rasterObject));
  return stored?.bytes;
};
