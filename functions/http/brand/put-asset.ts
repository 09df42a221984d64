import { putAsset } from '../../domain/brand/assets.ts';
import { endpoint } from '../endpoint.ts';
import { putBrandAssetRoute } from './routes.ts';

export const handler = endpoint(putBrandAssetRoute, async ({ company, params, headers, bytes }) => ({
  status: 200,
  body: await putAsset({ company, role: params['asset'] ?? '', contentType: headers['content-type'], bytes }),
}));
