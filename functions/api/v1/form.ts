import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError } from '../../platform/errors.ts';
import { notUtf8, rawBody } from '../../pipeline/parse.ts';

/** All values of each field, in order. */
export type FieldValues = Record<string, string[]>;

/** Maximum size of a form in bytes. The response repeats the fields, and its size is limited as well. */
const FORM_MAX_BYTES = 256 * 1024;

/**
 * Fields of a form, urlencoded or multipart; `a[]` counts as `a` (lib/reference/v1.md#forms). Throws 413, 415, 400 and
 * 422 for an invalid form.
 */
export const formValues = async (event: APIGatewayProxyEventV2): Promise<FieldValues> => {
  const bytes = rawBody(event);
  const contentType = event.headers['content-type'] ?? '';
  if (bytes.length === 0) return collect([]);
  if (bytes.length > FORM_MAX_BYTES) throw new ApiError(413, 'request_too_large', 'A form has at most 256 KB.');
  if (!isUtf8(bytes)) throw notUtf8();
  if (/^multipart\/form-data\s*;/i.test(contentType)) return collect(await multipartFields(bytes, contentType));
  if (contentType !== '' && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    throw new ApiError(415, 'unsupported_media_type', 'Send the body as a form, urlencoded or multipart.');
  }
  const text = bytes.toString('utf8');
  if (!isEncodedUtf8(text)) throw notUtf8();
  return collect(new URLSearchParams(text));
};

/** Whether the percent-encoded bytes are valid UTF-8. */
const isEncodedUtf8 = (form: string): boolean => {
  try {
    form.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => decodeURIComponent(bytes));
    return true;
  } catch {
    return false;
  }
};

const multipartFields = async (bytes: Buffer, contentType: string): Promise<[string, string][]> => {
  try {
    const body = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } });
    const fields = [...(await body.formData())];
    return fields.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []));
  } catch {
    throw new ApiError(400, 'malformed_form', 'The body is not a multipart form.');
  }
};

const collect = (fields: Iterable<[string, string]>): FieldValues => {
  const values = Object.create(null) as FieldValues;
  for (const [name, value] of fields) (values[name.replace(/\[\d*\]$/, '')] ??= []).push(value);
  return values;
};

const NUMBERS = new Set(['amount', 'number', 'piece', 'promotion_id']);
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/**
 * Converts a form to the v2 body of the same operation. An empty field counts as absent. An invalid value stays a
 * string, which validation reports.
 */
export const typedFields = (fields: Record<string, string | undefined>, names: readonly string[]): object =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = fields[name]?.trim() ?? '';
      return text === '' ? [] : [[name, typedValue(name, text)]];
    }),
  );

const typedValue = (name: string, text: string): unknown => {
  if (NUMBERS.has(name) && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(text)) return Number(text);
  if (name === 'capture') return BOOLEANS.get(text.toLowerCase()) ?? text;
  return text;
};
