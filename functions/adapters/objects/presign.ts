import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { nowMs } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import type { BucketName } from '../../platform/resource-names.ts';
import { s3 } from './client.ts';

/** A presigned request. Anyone who has it can send it until it expires. */
interface PresignedAddress {
  url: string;
  method: 'GET' | 'PUT';
  /** Headers that must be sent unchanged. */
  headers: Record<string, string>;
}

interface UploadTerms {
  contentType: string;
  byteSize: number;
  /** Lowercase hex. */
  sha256: string;
  expiresInSeconds: number;
}

/** A PUT with a fixed type, size and checksum, so that the store rejects any other bytes. */
export const presignPut = async (bucket: BucketName, key: string, terms: UploadTerms): Promise<PresignedAddress> => {
  const checksum = Buffer.from(terms.sha256, 'hex').toString('base64');
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({
      Bucket: config.bucketName(bucket),
      Key: key,
      ContentType: terms.contentType,
      ContentLength: terms.byteSize,
      ChecksumSHA256: checksum,
    }),
    {
      expiresIn: terms.expiresInSeconds,
      signingDate: new Date(nowMs()),
      signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    },
  );
  return { url, method: 'PUT', headers: { 'Content-Type': terms.contentType, 'x-amz-checksum-sha256': checksum } };
};

/** A PUT of any bytes of one type to one key, for a function without permissions. */
export const presignWrite = async (
  bucket: BucketName,
  key: string,
  terms: { contentType: string; expiresInSeconds: number },
): Promise<PresignedAddress> => {
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({ Bucket: config.bucketName(bucket), Key: key, ContentType: terms.contentType }),
    {
      expiresIn: terms.expiresInSeconds,
      signingDate: new Date(nowMs()),
      signableHeaders: new Set(['host', 'content-type']),
    },
  );
  return { url, method: 'PUT', headers: { 'Content-Type': terms.contentType } };
};

/** A presigned GET, which anyone with the URL can send until it expires. */
export const presignGet = (
  bucket: BucketName,
  key: string,
  terms: { expiresInSeconds: number; contentType?: string; filename?: string },
): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: config.bucketName(bucket),
      Key: key,
      ResponseContentType: terms.contentType,
      ...(terms.filename ? { ResponseContentDisposition: `inline; filename="${terms.filename}"` } : {}),
    }),
    { expiresIn: terms.expiresInSeconds, signingDate: new Date(nowMs()) },
  );
