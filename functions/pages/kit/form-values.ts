import type { PublicRequest } from '../../pipeline/public-endpoint.ts';

/** An uploaded picture. */
export interface SentFile {
  bytes: Buffer;
  name: string;
  /** Media type, according to the browser. */
  type: string;
}

/** The values of a form, by field name. */
export class FormValues {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Iterable<readonly [string, string]>) {
    this.#values = new Map(values);
  }

  /** The trimmed text of a field; empty if absent. */
  get(name: string): string {
    return (this.#values.get(name) ?? '').trim();
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Returns a copy with some values changed. Undefined removes a value. */
  with(changes: Record<string, string | undefined>): FormValues {
    const values = new Map(this.#values);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    }
    return new FormValues(values);
  }

  entries(): [string, string][] {
    return [...this.#values];
  }
}

type SentRequest = Pick<PublicRequest, 'headers' | 'rawBody'>;

export interface SentForm {
  typed: FormValues;
  /** The file in `picture_file`, if there is one. */
  file: SentFile | undefined;
}

export const NO_FIELDS: SentForm = { typed: new FormValues([]), file: undefined };

/** Maximum number of fields, more than any page has. */
const FIELDS_MAX = 20_000;
/** Maximum length of a field's name. The name of an item's checkbox contains its code. */
const NAME_MAX = 1000;
/** Maximum length of a field, which also limits what is shown again. */
const VALUE_MAX = 5000;
export const PICTURE_FIELD = 'picture_file';

/** Truncates the text, normalizes line breaks and replaces lone surrogates. */
const cleanText = (text: string, maximum = VALUE_MAX): string =>
  text.slice(0, maximum).replaceAll('\r\n', '\n').toWellFormed();

const fieldsOf = async ({ headers, rawBody }: SentRequest): Promise<Iterable<[string, string | File]>> => {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return new URLSearchParams(rawBody.toString('utf8'));
  return new Response(new Uint8Array(rawBody), { headers: { 'Content-Type': contentType } }).formData();
};

/**
 * Parses a form, urlencoded or multipart. An invalid form, or one with too many fields, is treated as empty, because
 * processing a part of it would delete the rest. The last value of a repeated name is used. `maximum` is the number of
 * characters per field.
 */
export const parseForm = async (request: SentRequest, maximum = VALUE_MAX): Promise<SentForm> => {
  let file: SentFile | undefined;
  const values: [string, string][] = [];
  try {
    for (const [name, value] of await fieldsOf(request)) {
      if (values.length >= FIELDS_MAX) return NO_FIELDS;
      if (typeof value === 'string') values.push([name.slice(0, NAME_MAX), cleanText(value, maximum)]);
      else if (name === PICTURE_FIELD && value.size > 0) {
        file = {
          bytes: Buffer.from(await value.arrayBuffer()),
          name: cleanText(value.name).slice(0, 100),
          type: value.type,
        };
      }
    }
  } catch {
    return NO_FIELDS;
  }
  return { typed: new FormValues(values), file };
};
