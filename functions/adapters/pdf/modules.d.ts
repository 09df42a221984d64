/** What packages without declarations of their own offer, as far as it is used. */
declare module 'wawoff2' {
  /** Unpacks a WOFF2 font to the TrueType font in it. */
  export const decompress: (bytes: Uint8Array) => Promise<Uint8Array>;
}

declare module 'linebreak' {
  /** Places where a line may be broken (Unicode, Annex 14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module 'bidi-js' {
  interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  /** The order of letters on paper (Unicode, Annex 9). */
  export default function bidiFactory(): {
    getEmbeddingLevels: (text: string, base?: 'ltr' | 'rtl' | 'auto') => Levels;
  };
}
