const values = new WeakMap<object, unknown>();

/** A body that refers to a value. It contains one byte, because the SDK does not read an empty body. */
export const bodyOfValue = (value: unknown): Uint8Array => {
  const body = new Uint8Array(1);
  values.set(body, value);
  return body;
};

/** The value that a body refers to; undefined for a body of text. */
export const valueOfBody = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? values.get(body) : undefined;
