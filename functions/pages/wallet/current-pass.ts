import { PASS } from '../../adapters/wallet/apple.ts';
import { currentPass } from '../../domain/fulfillment/wallet/current-pass.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { passRequest } from './request.ts';
import { walletCurrentPass } from './routes.ts';

export const handler = publicEndpoint(walletCurrentPass, async (request) => {
  const { lastModified, bytes } = await currentPass(passRequest(request), request.headers['if-modified-since']);
  const headers = { 'Last-Modified': lastModified, 'Cache-Control': 'no-store' };
  return bytes ? { status: 200, headers: { ...headers, 'Content-Type': PASS }, body: bytes } : { status: 304, headers };
});
