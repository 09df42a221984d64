import { notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { embed, script, scriptPath } from './assets.ts';
import { textReply } from '../kit/reply.ts';
import { shopAsset } from './routes.ts';

const SCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

/** Serves the script of the shop pages, and the script that companies embed in their own sites. */
export const handler = publicEndpoint(shopAsset, (request) => {
  const path = `/shop/-/${request.params['asset'] ?? ''}`;
  if (path === scriptPath()) {
    const headers = { ...SCRIPT, 'Cache-Control': 'public, max-age=31536000, immutable' };
    return Promise.resolve(textReply(request, { text: script(), headers }));
  }
  if (path === '/shop/-/embed.js') {
    const headers = {
      ...SCRIPT,
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    return Promise.resolve(textReply(request, { text: embed(), headers }));
  }
  throw notFound('file');
});
