import { deflateRawSync } from 'node:zlib';
import * as hb from 'harfbuzzjs';
import { decompress } from 'wawoff2';
import { FONT_FILES } from '../../functions/adapters/pdf/asset-list.ts';
import { readAsset, readFont } from '../../functions/platform/assets.ts';

/** The last code point to check: those after it are private, unassigned or without a glyph. */
const LAST_CODE_POINT = 0x3ffff;

/** The characters that the fonts of documents contain, as one bit per code point, deflated and in Base64. */
export const printableData = async (): Promise<string> => {
  const bits = new Uint8Array((LAST_CODE_POINT + 1) / 8);
  for (const { regular } of Object.values(FONT_FILES)) {
    const bytes = regular.endsWith('.woff2') ? await decompress(readAsset(regular)) : readFont(regular);
    for (const point of new hb.Face(new hb.Blob(bytes)).collectUnicodes()) {
      if (point <= LAST_CODE_POINT) bits[point >> 3] = (bits[point >> 3] ?? 0) | (1 << (point & 7));
    }
  }
  return deflateRawSync(bits, { level: 9 }).toString('base64');
};
