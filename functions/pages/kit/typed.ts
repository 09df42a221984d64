import type { PublicRequest } from '../../pipeline/public-endpoint.ts';

/** A picture that came with a form. */
export interface SentFile {
  bytes: Buffer;
  name: string;
  /** Media type, as the browser says it. */
  type: string;
}

/** Values of a form: texts by the name of their field. */
export class Typed {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Iterable<readonly [string, string]>) {
    this.#values = new Map(values);
  }

  /** The text of a field without spaces around it; empty when there is none. */
  get(name: string): string {
    return (this.#values.get(name) ?? '').trim();
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The same with some values changed; undefined takes one out. */
  with(changes: Record<string, string | undefined>): Typed {
    const values = new Map(this.#values);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    }
    return new Typed(values);
  }

  entries(): [string, string][] {
    return [...this.#values];
  }
}

export interface SentForm {
  typed: Typed;
  /** The picture of the field `picture_file`, if one was chosen. */
  file: SentFile | undefined;
}

const FIELDS_MAX = 400;
/** No field of the form takes more, and none is shown again with more. */
const VALUE_MAX = 5000;
const PICTURE_FIELD = 'picture_file';

/** Line breaks come as browsers send them; half of a surrogate pair is no text. */
const cleaned = (text: string, most = VALUE_MAX): string => text.slice(0, most).replaceAll('\r\n', '\n').toWellFormed();

const fieldsOf = async ({ headers, rawBody }: PublicRequest): Promise<Iterable<[string, string | File]>> => {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return new URLSearchParams(rawBody.toString('utf8'));
  return new Response(new Uint8Array(rawBody), { headers: { 'Content-Type': contentType } }).formData();
};

/**
 * A posted form, urlencoded or multipart; what is no form has no fields. Of a name that comes twice the last counts.
 * `most`: characters of a field.
 */
export const readForm = async (request: PublicRequest, most = VALUE_MAX): Promise<SentForm> => {
  let file: SentFile | undefined;
  const values: [string, string][] = [];
  try {
    for (const [name, value] of await fieldsOf(request)) {
      if (values.length >= FIELDS_MAX) break;
      if (typeof value === 'string') values.push([name.slice(0, 100), cleaned(value, most)]);
      else if (name === PICTURE_FIELD && value.size > 0) {
        file = {
          bytes: Buffer.from(await value.arrayBuffer()),
          name: cleaned(value.name).slice(0, 100),
          type: value.type,
        };
      }
    }
  } catch {
    return { typed: new Typed([]), file: undefined };
  }
  return { typed: new Typed(values), file };
};
