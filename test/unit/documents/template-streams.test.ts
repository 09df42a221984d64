import {
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeFilter } from '../../../functions/adapters/pdf/bounded-filters.ts';
import { inspectTemplate } from '../../../functions/adapters/pdf/inspect.ts';
import { TemplateRefused } from '../../../functions/adapters/pdf/template-refused.ts';
import { jpeg } from '../../support/pictures.ts';
import { CODE, formPdf } from '../../support/templates.ts';

const hex = (bytes: Uint8Array): Buffer => Buffer.from(`${Buffer.from(bytes).toString('hex')}>`);

const ascii85 = (bytes: Uint8Array): Buffer => {
  let text = '';
  for (let at = 0; at < bytes.byteLength; at += 4) {
    const group = Buffer.alloc(4);
    group.set(bytes.subarray(at, at + 4));
    const digits: string[] = [];
    for (let value = group.readUInt32BE(), each = 0; each < 5; each++, value = Math.floor(value / 85)) {
      digits.unshift(String.fromCharCode(0x21 + (value % 85)));
    }
    text += digits.join('').slice(0, Math.min(4, bytes.byteLength - at) + 1);
  }
  return Buffer.from(`${text}~>`);
};

const runs = (bytes: Uint8Array): Buffer => {
  const parts: number[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    let length = 1;
    while (length < 128 && bytes[at + length] === bytes[at]) length++;
    parts.push(...(length === 1 ? [0, bytes[at] ?? 0] : [257 - length, bytes[at] ?? 0]));
    at += length;
  }
  return Buffer.from([...parts, 128]);
};

const lzw = (bytes: Uint8Array, earlyChange = 1): Buffer => {
  const written: number[] = [];
  let [held, bits, width, next] = [0, 0, 9, 258];
  let table = new Map<number, number>();
  const emit = (code: number): void => {
    held = (held << width) | code;
    for (bits += width; bits >= 8; bits -= 8) written.push((held >> (bits - 8)) & 255);
    held &= (1 << bits) - 1;
  };
  emit(256);
  let known: number | undefined;
  for (const byte of bytes) {
    if (known === undefined) {
      known = byte;
      continue;
    }
    const longer = table.get(known * 256 + byte);
    if (longer !== undefined) {
      known = longer;
      continue;
    }
    emit(known);
    table.set(known * 256 + byte, next++);
    if (next + earlyChange > 1 << width) width++;
    if (next >= 4094) {
      emit(256);
      [table, width, next] = [new Map(), 9, 258];
    }
    known = byte;
  }
  if (known !== undefined) emit(known);
  next++;
  if (next + earlyChange > 1 << width && width < 12) width++;
  emit(257);
  if (bits > 0) written.push((held << (8 - bits)) & 255);
  return Buffer.from(written);
};

const ENCODERS: Record<string, (bytes: Uint8Array) => Buffer> = {
  FlateDecode: deflateSync,
  LZWDecode: lzw,
  ASCIIHexDecode: hex,
  ASCII85Decode: ascii85,
  RunLengthDecode: runs,
};

const SAMPLES: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  text: Buffer.from('BT /F1 12 Tf (to be or not to be) Tj ET '.repeat(700)),
  zeros: Buffer.alloc(100_003),
  noise: randomBytes(20_002),
};

describe.each(Object.keys(ENCODERS))('%s', (filter) => {
  it.each(Object.keys(SAMPLES))('decodes %s like a PDF reader', (sample) => {
    const bytes = SAMPLES[sample] ?? Buffer.alloc(0);
    const packed = ENCODERS[filter]?.(bytes) ?? Buffer.alloc(0);
    expect(Buffer.from(decodeFilter(filter, packed, 200_000)).equals(bytes)).toBe(true);
    const dict = PDFDict.withContext(PDFContext.create());
    dict.set(PDFName.of('Filter'), PDFName.of(filter));
    if (sample !== 'nothing')
      expect(Buffer.from(decodePDFRawStream(PDFRawStream.of(dict, packed)).decode()).equals(bytes)).toBe(true);
  });

  it('stops at its limit', () => {
    const packed = ENCODERS[filter]?.(Buffer.alloc(5000)) ?? Buffer.alloc(0);
    expect(decodeFilter(filter, packed, 5000)).toHaveLength(5000);
    expect(() => decodeFilter(filter, packed, 4999)).toThrow();
  });
});

it('LZW data may change the width of its codes one code later', () => {
  const bytes = SAMPLES['text'] ?? Buffer.alloc(0);
  expect(Buffer.from(decodeFilter('LZWDecode', lzw(bytes, 0), 200_000, 0)).equals(bytes)).toBe(true);
});

interface StreamSample {
  bytes: Uint8Array;
  dict: Record<string, unknown>;
}

/** A form object that the page draws. */
const withStream = async ({ bytes, dict }: StreamSample): Promise<Buffer> => {
  const document = await PDFDocument.load(await formPdf({ code: CODE }));
  const { context } = document;
  const whole = context.obj({});
  for (const [key, value] of Object.entries({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], ...dict })) {
    whole.set(PDFName.of(key), context.obj(value as string));
  }
  const ref = context.register(PDFRawStream.of(whole, bytes));
  document.getPage(0).node.newXObject('Inner', ref);
  return Buffer.from(await document.save({ updateFieldAppearances: false, useObjectStreams: false }));
};
const outcome = async (sample: StreamSample): Promise<unknown> =>
  inspectTemplate(await withStream(sample)).then(
    () => 'accepted',
    (error: unknown) => (error instanceof TemplateRefused ? error.message : error),
  );

const ZEROS = Buffer.alloc(9_000_000, 'q Q ');
const LARGE = /grows beyond all measure/;
const image = { Subtype: 'Image', Width: 8, Height: 8, BitsPerComponent: 8, ColorSpace: 'DeviceRGB' };
/** The header of a JPEG with a given size. */
const sizedJpeg = (width: number, height: number): Buffer => {
  const bytes = jpeg();
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
};

describe('a stream that exceeds its limit is rejected, for every filter', () => {
  it.each<[string, StreamSample]>([
    ['LZW', { bytes: lzw(ZEROS), dict: { Filter: 'LZWDecode' } }],
    ['runs', { bytes: runs(Buffer.alloc(9_000_000)), dict: { Filter: 'RunLengthDecode' } }],
    ['Flate in hexadecimal', { bytes: hex(deflateSync(ZEROS)), dict: { Filter: ['ASCIIHexDecode', 'FlateDecode'] } }],
    ['Flate in base 85', { bytes: ascii85(deflateSync(ZEROS)), dict: { Filter: ['ASCII85Decode', 'FlateDecode'] } }],
    ['runs in Flate', { bytes: deflateSync(runs(Buffer.alloc(9_000_000))), dict: { Filter: ['Fl', 'RL'] } }],
    ['plain text', { bytes: ZEROS, dict: {} }],
    [
      'a JPEG with a larger size in its header',
      { bytes: sizedJpeg(60_000, 60_000), dict: { ...image, Filter: 'DCTDecode' } },
    ],
    ['a fax', { bytes: Buffer.alloc(9), dict: { ...image, Filter: 'CCITTFaxDecode', Width: 60_000, Height: 60_000 } }],
    ['a picture without data', { bytes: Buffer.alloc(9), dict: { ...image, Width: 60_000, Height: 60_000 } }],
  ])('%s', async (_name, sample) => {
    expect(await outcome(sample)).toMatch(LARGE);
  });

  it('many streams are rejected if their total size exceeds the limit', async () => {
    const document = await PDFDocument.load(await formPdf({ code: CODE }));
    const { context } = document;
    const packed = deflateSync(Buffer.alloc(7_900_000));
    for (let at = 0; at < 60; at++) {
      const dict = context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Filter: 'FlateDecode', N: at });
      document.getPage(0).node.newXObject('Inner', context.register(PDFRawStream.of(dict, packed)));
    }
    await expect(inspectTemplate(await document.save({ updateFieldAppearances: false }))).rejects.toThrow(LARGE);
  }, 30_000);

  it.each<[string, StreamSample]>([
    ['a JPEG', { bytes: jpeg(), dict: { ...image, Width: 8, Height: 6, Filter: 'DCTDecode' } }],
    ['a JPEG in base 85', { bytes: ascii85(jpeg()), dict: { ...image, Filter: ['ASCII85Decode', 'DCTDecode'] } }],
    [
      'a scan of A3 at 600 dpi',
      {
        bytes: Buffer.alloc(9),
        dict: { ...image, BitsPerComponent: 1, Width: 7016, Height: 9921, Filter: 'CCITTFaxDecode' },
      },
    ],
    ['LZW', { bytes: lzw(Buffer.from('q Q '.repeat(99))), dict: { Filter: 'LZWDecode' } }],
  ])('%s is accepted', async (_name, sample) => {
    expect(await outcome(sample)).toBe('accepted');
  });
});

describe('a stream that refers to another file is rejected', () => {
  const file = PDFString.of('https://evil.example/a.pdf');
  it.each<[string, StreamSample['dict']]>([
    ['data that is in another file', { F: file }],
    ['data that is in another file, with a description', { F: { F: file, FS: 'URL' } }],
    ['a filter of such data', { FFilter: 'FlateDecode' }],
    ['parameters of such a filter', { FDecodeParms: {} }],
    ['a page of another file', { Ref: { F: file, Page: 0 } }],
    ['a picture on a server', { OPI: { '2.0': { Type: 'OPI', Version: 2, F: file } } }],
    ['a picture with data in another file', { ...image, F: file }],
    ['a profile at an address', { ...image, URLS: { Type: 'Filespec', F: file } }],
  ])('%s', async (_name, dict) => {
    expect(await outcome({ bytes: Buffer.from('q Q'), dict })).toMatch(/references to other files|embedded files/);
  });
});
