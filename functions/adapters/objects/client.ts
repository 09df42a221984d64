import { S3Client } from '@aws-sdk/client-s3';
import { leanClient } from '../../platform/lean-client.ts';
import { NEW_CONNECTIONS } from '../../platform/new-connections.ts';

const endpoint = process.env['AWS_ENDPOINT_URL_S3'];

/**
 * A custom endpoint does not support bucket names in the host name. Checksums are calculated only where required,
 * because a presigned URL must require only the checksum that it contains. The time limits are short enough for a
 * function to respond before it times out, even if the store cannot be reached.
 */
const clientWith = (maxAttempts: number): S3Client =>
  leanClient(
    new S3Client({
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      maxAttempts,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        ...(maxAttempts === 1 ? NEW_CONNECTIONS : {}),
        connectionTimeout: 1_000,
        requestTimeout: 4_000,
        throwOnRequestTimeout: true,
      },
      cacheMiddleware: true,
    }),
  );

export const s3 = clientWith(2);

/** For callers that retry themselves. */
export const s3Once = clientWith(1);
