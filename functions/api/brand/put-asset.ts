import { putAsset } from '../../domain/company/brand/assets.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { putBrandAssetRoute } from './routes.ts';

export const handler = endpoint(putBrandAssetRoute, async ({ company, params, headers, bytes }) => {
  const role = params['asset'] ?? '';
  const { asset } = await putAsset({ company, role, contentType: headers['content-type'], bytes });
  return { status: 200, body: asset };
});
