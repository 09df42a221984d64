/** Reads `length` bytes from `at` as Latin-1 text, so each byte becomes one character. */
export const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', at, at + length);

/** A view that reads integers of several sizes from the bytes. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
