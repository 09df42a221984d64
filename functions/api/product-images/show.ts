import { readProductImage } from '../../domain/catalog/product-images/read.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { showProductImage as route } from './routes.ts';

/** The file name contains a hash of the content, so it never needs revalidation. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

export const handler = publicEndpoint(route, async ({ params }) => {
  const { bytes, contentType = 'application/octet-stream' } = await readProductImage(
    params['company_id'] ?? '',
    params['file'] ?? '',
  );
  return { status: 200, headers: { ...HEADERS, 'Content-Type': contentType }, body: bytes };
});
