import { messagesOf } from './message.ts';

/** Why an uploaded picture or drawing is refused. */
export const PICTURES = {
  content_type_not_taken: ({ types }: { types: string }) => `Send the bytes with a Content-Type of ${types}.`,
  picture_missing: 'There are no bytes. Send the picture itself as the body.',
  picture_too_large: ({ bytes, megabytes, role }: { bytes: number; megabytes: number; role: string }) =>
    `The picture has ${bytes} bytes; at most ${megabytes} MB are taken for ${role}.`,
  picture_not_stored: 'The picture could not be stored just now. Send it again.',
  picture_unreadable: 'The picture cannot be read just now. Try again.',
  picture_type_differs: ({ mime }: { mime: string }) => `The bytes do not begin as a picture of type ${mime} does.`,
  uploaded_type_differs: ({ mime }: { mime: string }) =>
    `The uploaded bytes do not begin as a picture of type ${mime} does.`,
  picture_type_unknown: 'The bytes do not begin as a PNG, JPEG or WebP picture does.',
  picture_type_not_taken: ({ type, types }: { type: string; types: string }) =>
    `This is a picture of type ${type}; ${types} are taken.`,
  picture_dimensions: ({
    width,
    height,
    side,
    pixels,
  }: {
    width: number;
    height: number;
    side: number;
    pixels: number;
  }) => `The picture has ${width} by ${height} pixels. At most ${side} a side and ${pixels} in all are taken.`,
  picture_broken: ({ what }: { what: string }) => `The picture cannot be decoded: ${what}.`,
  picture_decoding_exceeds: ({ resource }: { resource: string }) =>
    `The picture takes too much ${resource} to decode. Save it again and retry.`,
  drawing_exceeds: ({ resource }: { resource: string }) =>
    `The drawing takes too much ${resource} to draw. Simplify it and try again.`,
  drawing_escapes: 'The drawing has styles with escapes. Save it without them.',
  drawing_too_many_parts: 'The drawing has too many parts. Simplify it and try again.',
  drawing_element: ({ element }: { element: string }) =>
    `The drawing holds <${element}>, which is not taken. Draw it as outlines.`,
  drawing_not_utf8: 'The drawing is not UTF-8 text. Save it as plain SVG.',
  drawing_entities: 'The drawing declares entities, which are not taken.',
};

export const pictures = messagesOf(PICTURES);
