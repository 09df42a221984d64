import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { config } from '../../platform/config.ts';
import { s3 } from './client.ts';

/** A bucket as the definition names it: `documents`, `pictures`. */
export type BucketName = 'documents' | 'pictures';

export const putObject = async (
  bucket: BucketName,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> => {
  await s3.send(
    new PutObjectCommand({ Bucket: config.bucketName(bucket), Key: key, Body: bytes, ContentType: contentType }),
  );
};

export interface StoredObject {
  bytes: Buffer;
  contentType: string | undefined;
}

/** The object, or undefined when there is none. */
export const getObject = async (bucket: BucketName, key: string): Promise<StoredObject | undefined> => {
  try {
    const answer = await s3.send(new GetObjectCommand({ Bucket: config.bucketName(bucket), Key: key }));
    if (!answer.Body) return undefined;
    return { bytes: Buffer.from(await answer.Body.transformToByteArray()), contentType: answer.ContentType };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Size in bytes, or undefined when there is no such object. */
export const objectSize = async (bucket: BucketName, key: string): Promise<number | undefined> => {
  try {
    const answer = await s3.send(new HeadObjectCommand({ Bucket: config.bucketName(bucket), Key: key }));
    return answer.ContentLength ?? 0;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Deleting what is not there is no fault. */
export const deleteObject = async (bucket: BucketName, key: string): Promise<void> => {
  await s3.send(new DeleteObjectCommand({ Bucket: config.bucketName(bucket), Key: key }));
};

const isMissing = (error: unknown): boolean => error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
