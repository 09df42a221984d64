import { templates } from '../../platform/messages/templates.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFRawStream } from '@cantoo/pdf-lib';
import { measurePicture } from '../images/measure.ts';
import { decodeFilter, isDataFilter, StreamTooLarge } from './bounded-filters.ts';
import { damagedTemplate, TemplateRefused } from './template-refused.ts';

/** Maximum decoded size in bytes of a stream, of a picture, and of all streams of a file. */
const STREAM_MAX_BYTES = 8_000_000;
const PICTURE_MAX_BYTES = 120_000_000;
export const ALL_STREAMS_MAX_BYTES = 400_000_000;

/** Filters that only pictures have, always as the last filter. */
const PICTURE_FILTERS = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode']);
/** Filters whose data contains the size of the picture. */
const SELF_MEASURING = new Set(['DCTDecode', 'DCT', 'JPXDecode']);
/** Bits per pixel of a color photograph. */
const BITS_PER_PIXEL = 24;

const listOf = (dict: PDFDict, ...keys: string[]): (PDFObject | undefined)[] => {
  const value = keys.map((key) => dict.lookup(PDFName.of(key))).find((each) => each !== undefined);
  if (value instanceof PDFArray) return value.asArray().map((_, at) => value.lookup(at));
  return value ? [value] : [];
};

const numberIn = (dict: PDFObject | undefined, key: string): number | undefined => {
  const value = dict instanceof PDFDict ? dict.lookup(PDFName.of(key)) : undefined;
  return value instanceof PDFNumber ? value.asNumber() : undefined;
};

const tooLarge = (): TemplateRefused => new TemplateRefused(templates('pdf_stream_too_large'));

const unknownFilter = (): TemplateRefused => new TemplateRefused(templates('pdf_filter_unsupported'));

/**
 * Decodes a stream within its limits. `bytesLeft` is the remaining size for all streams; returns what remains after
 * this one. Throws `TemplateRefused` for a stream that is too large or damaged, or has an unknown filter.
 */
export const checkStreamData = ({ dict, contents }: PDFRawStream, bytesLeft: number): number => {
  const isPicture = dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
  const maximum = Math.min(bytesLeft, isPicture ? PICTURE_MAX_BYTES : STREAM_MAX_BYTES);
  if (isPicture && claimedBytes(dict) > PICTURE_MAX_BYTES) throw tooLarge();
  const parameters = listOf(dict, 'DecodeParms', 'DP');
  const filters = listOf(dict, 'Filter').map((filter) => (filter instanceof PDFName ? filter.decodeText() : ''));
  let content: Uint8Array = contents;
  for (const [at, filter] of filters.entries()) {
    if (PICTURE_FILTERS.has(filter) && isPicture && at === filters.length - 1) {
      return bytesLeft - pictureBytes(dict, filter, content);
    }
    if (!isDataFilter(filter)) throw unknownFilter();
    content = decodeStream(filter, content, maximum, numberIn(parameters[at], 'EarlyChange'));
  }
  if (content.byteLength > maximum) throw tooLarge();
  return bytesLeft - content.byteLength;
};

const decodeStream = (filter: string, content: Uint8Array, maximum: number, earlyChange?: number): Uint8Array => {
  try {
    return decodeFilter(filter, content, maximum, earlyChange);
  } catch (error) {
    throw error instanceof StreamTooLarge ? tooLarge() : damagedTemplate(error);
  }
};

/** Minimum size of a picture according to its dictionary. Masks have one bit per pixel. */
const claimedBytes = (dict: PDFDict): number =>
  ((numberIn(dict, 'Width') ?? 0) * (numberIn(dict, 'Height') ?? 0) * (numberIn(dict, 'BitsPerComponent') ?? 1)) / 8;

const pictureBytes = (dict: PDFDict, filter: string, content: Uint8Array): number => {
  const size = SELF_MEASURING.has(filter) ? measurePicture(content) : undefined;
  const bytes = Math.max(claimedBytes(dict), size ? (size.width * size.height * BITS_PER_PIXEL) / 8 : 0);
  if (bytes > PICTURE_MAX_BYTES) throw tooLarge();
  return bytes;
};
