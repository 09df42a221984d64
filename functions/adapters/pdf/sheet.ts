import type { DocumentInput } from './document.ts';
import type { EmbeddedPicture } from './picture.ts';
import type { Typesetter } from './typesetter.ts';

/** Input for every part of a page. */
export interface Sheet {
  input: DocumentInput;
  type: Typesetter;
  picture?: EmbeddedPicture | undefined;
  logo?: EmbeddedPicture | undefined;
  background?: EmbeddedPicture | undefined;
}
