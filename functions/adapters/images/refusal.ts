import type { Message } from '../../platform/messages/message.ts';
import { pictures } from '../../platform/messages/pictures.ts';

/** What is wrong with the picture: its type, its size or its content. */
export type PictureCheck = 'mime' | 'dimensions' | 'content';

/** Thrown for a picture that is not accepted. The reason is for the person who sent it. */
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
