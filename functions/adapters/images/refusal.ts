import type { Message } from '../../platform/messages/message.ts';
import { pictures } from '../../platform/messages/pictures.ts';

/** Kind of fault: type, size, or content. */
export type PictureCheck = 'mime' | 'dimensions' | 'content';

/** The picture is not decoded. The reason is for its sender. */
export class PictureRefused extends Error {
  readonly check: PictureCheck;
  readonly reason: Message;
  constructor(check: PictureCheck, reason: Message) {
    super(reason.english);
    this.name = 'PictureRefused';
    this.reason = reason;
    this.check = check;
  }
}

export const brokenPicture = (what: string): PictureRefused =>
  new PictureRefused('content', pictures('picture_broken', { what }));
