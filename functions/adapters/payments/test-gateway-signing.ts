import { nowMs } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { isKeyedHash, keyedHash } from '../../platform/secrets.ts';

/** Purpose of a signature. A signature for one purpose is not valid for another. */
type SignedPurpose = 'test-gateway-call' | 'test-gateway-notice';

/** A request between the service and the test gateway, in either direction. */
interface SignedRequest {
  method: string;
  /** Path without the query. */
  path: string;
  /** The body as it was sent, as text. */
  body: string;
}

const TOLERANCE_SECONDS = 300;
const HEADER = 'gateway-signature';

const signedText = ({ method, path, body }: SignedRequest, seconds: number): string =>
  `${seconds}.${method}.${path}.${body}`;
const inHex = (hash: Buffer): string => hash.toString('hex');

/** The header that proves the sender, the time and the content of a request. */
export const testGatewayHeaders = (purpose: SignedPurpose, request: SignedRequest): Record<string, string> => {
  const seconds = Math.floor(nowMs() / 1000);
  return { [HEADER]: `t=${seconds},v1=${inHex(keyedHash(purpose, signedText(request, seconds)))}` };
};

/**
 * Throws 400 `invalid_signature` unless the request was signed for this purpose at a time that differs from now by at
 * most 300 seconds.
 */
export const verifySignature = (
  purpose: SignedPurpose,
  request: SignedRequest,
  headers: Record<string, string | undefined>,
): void => {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers[HEADER] ?? '') ?? [];
  if (!time || !signature) throw invalidSignature('The request is not signed.');
  if (!isKeyedHash(purpose, signedText(request, Number(time)), signature, inHex)) {
    throw invalidSignature('The signature does not fit the request.');
  }
  if (Math.abs(nowMs() / 1000 - Number(time)) > TOLERANCE_SECONDS) {
    throw invalidSignature('The signature is too old.');
  }
};

const invalidSignature = (message: string): ApiError => new ApiError(400, 'invalid_signature', message);
