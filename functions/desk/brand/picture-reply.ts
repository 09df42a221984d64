import type { Reply } from '../../pipeline/request.ts';

/** A picture that only pages of the same origin may embed. */
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
