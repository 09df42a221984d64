import { presentAssets } from '../../domain/company/brand/present.ts';
import { readBranded } from '../../domain/company/brand/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listBrandAssetsRoute } from './routes.ts';

export const handler = endpoint(listBrandAssetsRoute, async ({ company }) => ({
  status: 200,
  body: presentAssets(await readBranded(company)),
}));
