/** What is wrong with a picture: its kind, its size, or what it is made of. */
export type PictureCheck = 'mime' | 'dimensions' | 'content';

/** A picture that is not decoded, and why. The message is for the person who sent it. */
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
