import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkBytes } from '../../../functions/domain/catalog/greeting-images/check-bytes.ts';
import { isUsablePicture, pictureRefusal } from '../../../functions/domain/catalog/greeting-images/rules.ts';
import type { PictureRow } from '../../../functions/domain/catalog/greeting-images/rows.ts';
import type { PictureMime } from '../../../functions/domain/catalog/greeting-images/schema.ts';
import { jpeg, png, webp } from '../../support/pictures.ts';

const declared = (bytes: Buffer, mime: PictureMime) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  byteSize: bytes.byteLength,
  mime,
});

const faultOf = (bytes: Buffer, mime: PictureMime, sha256?: string): string[] => {
  try {
    checkBytes(bytes, { ...declared(bytes, mime), ...(sha256 ? { sha256 } : {}) });
    return [];
  } catch (error) {
    return Object.keys((error as { fields: object }).fields);
  }
};

describe('uploaded bytes', () => {
  it('are accepted when they match the declaration', () => {
    expect(faultOf(jpeg(), 'image/jpeg')).toEqual([]);
    expect(faultOf(png(), 'image/png')).toEqual([]);
    expect(faultOf(webp(), 'image/webp')).toEqual([]);
  });

  it('are refused with the name of the failed check', () => {
    expect(faultOf(png(), 'image/png', '0'.repeat(64))).toEqual(['sha256']);
    expect(faultOf(png(), 'image/jpeg')).toEqual(['mime']);
    expect(faultOf(Buffer.from('RIFF0000WAVE'), 'image/webp')).toEqual(['mime']);
    expect(faultOf(Buffer.alloc(0), 'image/png')).toEqual(['mime']);
    expect(faultOf(png({ claimedWidth: 12_001, claimedHeight: 2 }), 'image/png')).toEqual(['dimensions']);
    expect(faultOf(png({ claimedWidth: 8000, claimedHeight: 5001 }), 'image/png')).toEqual(['dimensions']);
  });
});

describe('leading bytes of the declared type', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/webp', 'RIFF\x40\0\0\0WEBPVP8 '],
    ['image/webp', 'RIFF\x40\0\0\0WEBPVP8L'],
    ['image/webp', 'RIFF\x40\0\0\0WEBP'],
  ] as const)('are sufficient for %s when the header has no size', (mime, leading) => {
    for (const filler of ['\0', '0', '\x7f', '\xff']) {
      const bytes = Buffer.from(leading + filler.repeat(100), 'latin1');
      expect(faultOf(bytes, mime)).toEqual([]);
      expect(checkBytes(bytes, declared(bytes, mime))).toBeUndefined();
    }
  });
});

describe('a picture', () => {
  const row = { state: 'finished', unusedUntilMs: 1000 } as PictureRow;

  it('is usable when finished, unused and not expired', () => {
    expect(isUsablePicture(row, 999)).toBe(true);
    expect(isUsablePicture(row, 1000)).toBe(false);
    expect(isUsablePicture({ ...row, usedBy: 'po_1' }, 1)).toBe(false);
    expect(isUsablePicture({ ...row, state: 'open' }, 1)).toBe(false);
    expect(isUsablePicture(undefined, 1)).toBe(false);
  });

  it('that a concurrent order took is refused with 409, and an unknown id with 422', () => {
    expect(pictureRefusal({ ...row, usedBy: 'po_1' })).toMatchObject({
      status: 409,
      code: 'greeting_image_already_used',
    });
    expect(pictureRefusal(undefined)).toMatchObject({ status: 422, code: 'greeting_image_not_found' });
  });
});
