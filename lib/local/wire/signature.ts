import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface PresignedRequest {
  method: string;
  /** Path as sent, still encoded. */
  path: string;
  rawQuery: string;
  headers: Record<string, string>;
}

/** S3's error for a request: code, status and message. */
export class S3Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;
const CLOCK_SKEW_MS = 15 * 60 * 1000;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Query parameters in the order in which they were sent, with decoded names and values. */
const pairsOf = (rawQuery: string): [string, string][] =>
  rawQuery
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [decodeURIComponent(name), decodeURIComponent(value)];
    });

/** RFC 3986, as signatures require it. */
const encodeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const parseAmzDate = (text: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/**
 * Checks a presigned URL as S3 does: format, expiry, that every `x-amz-` header was signed, and the signature over
 * method, path, query and signed headers. Throws `S3Refused`.
 */
export const verifyPresigned = (request: PresignedRequest, signer: Signer, nowMs: number): void => {
  const pairs = pairsOf(request.rawQuery);
  const query = new Map(pairs);
  const parameter = (name: string): string => {
    const value = query.get(name);
    if (value) return value;
    if (!query.has('X-Amz-Signature')) throw new S3Refused(403, 'AccessDenied', 'Access Denied');
    throw parameterFault('Query-string authentication needs all of its X-Amz- parameters.');
  };
  const signature = parameter('X-Amz-Signature');
  if (parameter('X-Amz-Algorithm') !== ALGORITHM) throw parameterFault(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  const date = parameter('X-Amz-Date');
  checkTime(date, Number(parameter('X-Amz-Expires')), nowMs);
  const [accessKeyId, ...scope] = parameter('X-Amz-Credential').split('/');
  if (accessKeyId !== signer.accessKeyId) {
    throw new S3Refused(403, 'InvalidAccessKeyId', 'The access key does not exist in our records.');
  }
  if (scope.join('/') !== `${date.slice(0, 8)}/${signer.region}/s3/aws4_request`) {
    throw parameterFault('Error parsing the X-Amz-Credential parameter; the scope is wrong.');
  }
  const signedHeaders = parameter('X-Amz-SignedHeaders').split(';');
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0 || !signedHeaders.includes('host')) {
    throw new S3Refused(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  }
  const expected = sign(canonicalRequest(request, pairs, signedHeaders), date, scope.join('/'), signer);
  const isMatch =
    expected.length === signature.length && timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
  if (isMatch) return;
  throw new S3Refused(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  );
};

const parameterFault = (message: string): S3Refused => new S3Refused(400, 'AuthorizationQueryParametersError', message);

const checkTime = (date: string, expiresSeconds: number, nowMs: number): void => {
  const signedAtMs = parseAmzDate(date);
  if (Number.isNaN(signedAtMs)) throw parameterFault('X-Amz-Date must be in the ISO8601 Long Format');
  if (!(expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRES_SECONDS)) {
    throw parameterFault('X-Amz-Expires must be less than a week (in seconds)');
  }
  if (signedAtMs > nowMs + CLOCK_SKEW_MS) throw new S3Refused(403, 'AccessDenied', 'Request is not yet valid');
  if (nowMs > signedAtMs + expiresSeconds * 1000) throw new S3Refused(403, 'AccessDenied', 'Request has expired');
};

const canonicalRequest = (request: PresignedRequest, pairs: [string, string][], signedHeaders: string[]): string => {
  const query = pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .toSorted();
  const headers = signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  const payload = request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
  return [request.method, request.path, query.join('&'), headers.join(''), signedHeaders.join(';'), payload].join('\n');
};

const sign = (canonical: string, date: string, scope: string, signer: Signer): string => {
  const text = [ALGORITHM, date, scope, sha256Hex(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${signer.secretAccessKey}`);
  return hmac(key, text).toString('hex');
};
