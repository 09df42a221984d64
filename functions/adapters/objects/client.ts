import { S3Client } from '@aws-sdk/client-s3';

const endpoint = process.env['AWS_ENDPOINT_URL_S3'];

/**
 * A store behind an endpoint of its own has no host names for buckets. Checksums are sent where we ask for them, so
 * that a presigned URL binds ours and no other. Limits are short enough that a request with an absent store is answered
 * before its function's time is up.
 */
const clientWith = (maxAttempts: number): S3Client =>
  new S3Client({
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
  });

/** One client for the life of a function instance. */
export const s3 = clientWith(2);

/** For callers that retry by themselves: a retry here would only delay them. */
export const s3Once = clientWith(1);
