import { presentAssets } from '../../domain/brand/present.ts';
import { readBranded } from '../../domain/brand/read.ts';
import { endpoint } from '../endpoint.ts';
import { listBrandAssetsRoute } from './routes.ts';

export const handler = endpoint(listBrandAssetsRoute, async ({ company }) => ({
  status: 200,
  body: presentAssets(await readBranded(company)),
}));
