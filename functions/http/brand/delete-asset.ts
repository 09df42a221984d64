import { deleteAsset } from '../../domain/brand/assets.ts';
import { endpoint } from '../endpoint.ts';
import { deleteBrandAssetRoute } from './routes.ts';

export const handler = endpoint(deleteBrandAssetRoute, async ({ company, params }) => {
  await deleteAsset(company, params['asset'] ?? '');
  return { status: 204 };
});
