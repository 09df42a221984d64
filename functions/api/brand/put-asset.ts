import { putAsset } from '../../domain/company/brand/assets.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { putBrandAssetRoute } from './routes.ts';

export const handler = endpoint(putBrandAssetRoute, async ({ company, params, headers, bytes }) => ({
  status: 200,
  body: await putAsset({ company, role: params['asset'] ?? '', contentType: headers['content-type'], bytes }),
}));
