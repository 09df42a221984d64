import { NEW_CONNECTION } from '../platform/new-connections.ts';

/** An input file of an isolated function, by URL or as bytes. */
interface SourceFile {
  /** A signed URL. */
  url?: string;
  /** The bytes themselves, if they are few. Used if there is no `url`. */
  base64?: string;
}

interface UploadTarget {
  url: string;
  headers: Record<string, string>;
}

const READ_LIMIT_MS = 8_000;

/**
 * Reads a file of at most `maxBytes` from the store, or returns the bytes in the event. Throws for a larger file in the
 * store. Also throws if the store does not respond, because that is not a fault of the file.
 */
export const readSource = async (source: SourceFile, maxBytes: number): Promise<Uint8Array> => {
  if (source.url === undefined) return Buffer.from(source.base64 ?? '', 'base64');
  const response = await fetch(source.url, { headers: NEW_CONNECTION, signal: AbortSignal.timeout(READ_LIMIT_MS) });
  if (!response.ok || !response.body) throw new Error(`The store responded with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`There are more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Uploads bytes to a signed URL. */
export const writeTarget = async ({ url, headers }: UploadTarget, bytes: Uint8Array): Promise<void> => {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, ...NEW_CONNECTION },
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(READ_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`The store responded with ${response.status}`);
};
