import { toTimestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import type { ApiKeyRow } from './rows.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';

/** The caller, the company, and the payment modes that its contract allows (lib/reference/companies.md#the-caller). */
export const describeCaller = async (key: ApiKeyRow, company: string): Promise<object> => {
  const row = await getRow<CompanyRow>(companyKey(company));
  if (!row) throw notFound('company');
  const modes = commerceModes(row.contract);
  return {
    api_version: 'v2',
    company: { id: row.slug, name: row.name },
    credential: {
      id: key.keyId,
      label: key.label,
      environment: key.mode,
      scopes: key.scopes,
      expires_at: key.expiresAtMs === undefined ? null : toTimestamp(key.expiresAtMs),
    },
    commerce: {
      modes,
      default_mode: modes[0] ?? null,
      negotiated_settlement: row.contract.settlement_modes.length > 0,
    },
  };
};

/** Payment modes of orders: hosted checkout first, then the negotiated settlement modes. */
const commerceModes = (contract: CompanyRow['contract']): string[] => [
  ...new Set([...(contract.checkout ? ['checkout'] : []), ...contract.settlement_modes]),
];
