import { deleteAsset } from '../../domain/company/brand/assets.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { deleteBrandAssetRoute } from './routes.ts';

export const handler = endpoint(deleteBrandAssetRoute, async ({ company, params }) => {
  await deleteAsset(company, params['asset'] ?? '');
  return { status: 204 };
});
