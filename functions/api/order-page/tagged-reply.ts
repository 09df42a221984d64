import type { Reply } from '../../pipeline/request.ts';

/** A 200 with the entity tag of its content. */
export const taggedReply = ({ tag, body }: { tag: string; body: object }): Reply => ({
  status: 200,
  headers: { ETag: tag },
  body,
});
