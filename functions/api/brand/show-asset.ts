import { readBrandAsset } from '../../domain/company/brand/read-asset.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { showBrandAssetRoute } from './routes.ts';

/**
 * The file name contains a hash of the content, so it never needs revalidation. A drawing must not run scripts or load
 * anything.
 */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

export const handler = publicEndpoint(showBrandAssetRoute, async ({ params }) => {
  const { bytes, contentType = 'application/octet-stream' } = await readBrandAsset(
    params['company_id'] ?? '',
    params['file'] ?? '',
  );
  return { status: 200, headers: { ...HEADERS, 'Content-Type': contentType }, body: bytes };
});
