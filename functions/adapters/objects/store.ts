import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { config } from '../../platform/config.ts';
import type { BucketName } from '../../platform/resource-names.ts';
import { s3, s3Once } from './client.ts';

/** What a call does if the store does not respond. */
interface StoreOptions {
  /** Fails after the first attempt, because the caller of the API retries. */
  once?: boolean;
}

const clientFor = ({ once = false }: StoreOptions) => (once ? s3Once : s3);

export const putObject = async (
  bucket: BucketName,
  key: string,
  content: { bytes: Uint8Array; contentType: string; name?: string },
  options: StoreOptions = {},
): Promise<void> => {
  const { bytes, contentType, name } = content;
  await clientFor(options).send(
    new PutObjectCommand({
      Bucket: config.bucketName(bucket),
      Key: key,
      Body: bytes,
      ContentType: contentType,
      // Metadata is sent as headers, which must be ASCII.
      ...(name === undefined ? {} : { Metadata: { name: encodeURIComponent(name) } }),
    }),
  );
};

/** File name of a stored object, used for downloads. */
interface FileName {
  name?: string;
}

export interface StoredObject extends FileName {
  bytes: Buffer;
  contentType: string | undefined;
}

/** Returns the object, or undefined if it does not exist. */
export const getObject = async (bucket: BucketName, key: string): Promise<StoredObject | undefined> => {
  const object = await getObjectUpTo(bucket, key, Infinity);
  return object && 'bytes' in object ? object : undefined;
};

/** Returns the object if it has at most `maxBytes`, otherwise only its size. Undefined if it does not exist. */
export const getObjectUpTo = async (
  bucket: BucketName,
  key: string,
  maxBytes: number,
  options: StoreOptions = {},
): Promise<StoredObject | ({ tooLarge: number } & FileName) | undefined> => {
  try {
    const response = await clientFor(options).send(
      new GetObjectCommand({ Bucket: config.bucketName(bucket), Key: key }),
    );
    if (!response.Body) return undefined;
    const stored = response.Metadata?.['name'];
    const named: FileName = stored === undefined ? {} : { name: decodeURIComponent(stored) };
    if ((response.ContentLength ?? 0) <= maxBytes) {
      return {
        bytes: Buffer.from(await response.Body.transformToByteArray()),
        contentType: response.ContentType,
        ...named,
      };
    }
    if (response.Body instanceof Readable) response.Body.destroy();
    return { tooLarge: response.ContentLength ?? 0, ...named };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
};

/** A missing object is not an error. */
export const deleteObject = async (bucket: BucketName, key: string): Promise<void> => {
  await s3.send(new DeleteObjectCommand({ Bucket: config.bucketName(bucket), Key: key }));
};
