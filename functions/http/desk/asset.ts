import { notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../public-endpoint.ts';
import { textReply } from '../shop/reply.ts';
import { script, scriptPath, stylePath, styles } from './assets.ts';
import { deskAsset } from './routes.ts';

/** Each is named after its content, so a browser keeps it for ever. */
export const handler = publicEndpoint(deskAsset, async (request) => {
  const files = [
    { path: stylePath(), text: styles, type: 'text/css; charset=utf-8' },
    { path: scriptPath(), text: script, type: 'text/javascript; charset=utf-8' },
  ];
  const file = files.find(({ path }) => path === `/desk/-/${request.params['asset'] ?? ''}`);
  if (!file) throw notFound('file');
  return textReply(request, {
    text: file.text(),
    headers: {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
});
