import { S3Client } from '@aws-sdk/client-s3';
import { leanClient } from '../../platform/lean-client.ts';

const endpoint = process.env['AWS_ENDPOINT_URL_S3'];

/**
 * A custom endpoint does not support host names for buckets. Checksums are sent only where required, so that a
 * presigned URL requires exactly its own. The time limits let a request respond before its function times out, even if
 * the store cannot be reached.
 */
const clientWith = (maxAttempts: number): S3Client =>
  leanClient(
    new S3Client({
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      maxAttempts,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
      cacheMiddleware: true,
    }),
  );

export const s3 = clientWith(2);

/** For callers that retry themselves. */
export const s3Once = clientWith(1);
