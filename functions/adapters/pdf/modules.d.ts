/** Declarations for packages that have none, with only the parts that are used. */
declare module 'wawoff2' {
  /** Decompresses a WOFF2 font to TrueType. */
  export const decompress: (bytes: Uint8Array) => Promise<Uint8Array>;
}

declare module 'linebreak' {
  /** Line breaking opportunities (Unicode, Annex 14). */
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
  /** Bidirectional ordering (Unicode, Annex 9). */
  export default function bidiFactory(): {
    getEmbeddingLevels: (text: string, base?: 'ltr' | 'rtl' | 'auto') => Levels;
  };
}
