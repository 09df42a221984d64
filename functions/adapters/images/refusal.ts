/** Kind of fault: type, size, or content. */
export type PictureCheck = 'mime' | 'dimensions' | 'content';

/** A picture that is not decoded, with the reason. The message is for its sender. */
export class PictureRefused extends Error {
  readonly check: PictureCheck;
  constructor(check: PictureCheck, message: string) {
    super(message);
    this.name = 'PictureRefused';
    this.check = check;
  }
}

export const broken = (what: string): PictureRefused =>
  new PictureRefused('content', `The picture cannot be decoded: ${what}.`);
