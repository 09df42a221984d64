import type { Reply } from '../../pipeline/request.ts';

/** A picture for pages of the desk alone. */
export const pictureReply = (body: Buffer): Reply => ({
  status: 200,
  headers: {
    'Content-Type': 'image/jpeg',
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
});
