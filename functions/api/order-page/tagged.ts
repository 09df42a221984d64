import type { Reply } from '../../pipeline/request.ts';

/** 200 with the tag of what it shows. */
export const tagged = ({ tag, body }: { tag: string; body: object }): Reply => ({
  status: 200,
  headers: { ETag: tag },
  body,
});
