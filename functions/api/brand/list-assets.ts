import { presentAssets } from '../../domain/company/brand/present.ts';
import { loadCompany } from '../../domain/company/companies/load.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listBrandAssetsRoute } from './routes.ts';

export const handler = endpoint(listBrandAssetsRoute, async ({ company }) => ({
  status: 200,
  body: presentAssets(await loadCompany(company)),
}));
