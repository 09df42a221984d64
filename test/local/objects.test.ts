import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../support/stack.ts';

const BYTES = Buffer.from('a picture, more or less');
const SHA256 = createHash('sha256').update(BYTES).digest('base64');
const TYPE = 'image/png';
const BUCKET = 'gift-commerce-pictures';

let stack: RunningStack;
let s3: S3Client;

beforeAll(async () => {
  stack = await startStack();
  s3 = new S3Client({
    region: 'eu-west-1',
    endpoint: `${stack.url}/_objects`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local-secret' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
});
afterAll(() => stack.stop());

/** Signs an upload as the service does. */
const uploadUrl = async (Key: string): Promise<string> =>
  getSignedUrl(
    s3,
    new PutObjectCommand({
      Bucket: BUCKET,
      Key,
      ContentType: TYPE,
      ContentLength: BYTES.length,
      ChecksumSHA256: SHA256,
    }),
    {
      expiresIn: 900,
      signingDate: new Date(await stack.nowMs()),
      signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    },
  );

const downloadUrl = async (Key: string): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: BUCKET, Key }), {
    expiresIn: 60,
    signingDate: new Date(await stack.nowMs()),
  });

const put = (url: string, body: Buffer = BYTES, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'Content-Type': TYPE, 'x-amz-checksum-sha256': SHA256, ...headers },
  });

/** Status and S3 error code of a response. */
const outcome = async (answer: Response | Promise<Response>): Promise<string> => {
  const { status } = await answer;
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await (await answer).text()) ?? [];
  return `${status} ${code}`.trim();
};

test('an upload that matches its signature can be downloaded', async () => {
  const answer = await put(await uploadUrl('uploads/a b.png'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('etag')).toBeTruthy();
  const back = await fetch(await downloadUrl('uploads/a b.png'));
  expect(back.status).toBe(200);
  expect(back.headers.get('content-type')).toBe(TYPE);
  expect(Buffer.from(await back.arrayBuffer())).toEqual(BYTES);
});

test('another type, length, key, bucket or method does not match the signature', async () => {
  const url = await uploadUrl('uploads/b.png');
  const SIGNATURE = '403 SignatureDoesNotMatch';
  expect(await outcome(put(url, BYTES, { 'Content-Type': 'image/jpeg' }))).toBe(SIGNATURE);
  expect(await outcome(put(url, Buffer.concat([BYTES, BYTES])))).toBe(SIGNATURE);
  expect(await outcome(put(url.replace('b.png', 'c.png')))).toBe(SIGNATURE);
  expect(await outcome(put(url.replace('pictures', 'documents')))).toBe(SIGNATURE);
  expect(await outcome(put(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000')))).toBe(SIGNATURE);
  expect(await outcome(fetch(url))).toBe(SIGNATURE);
  expect(await outcome(fetch(await downloadUrl('uploads/b.png')))).toBe('404 NoSuchKey');
});

test('other bytes of the same length do not match the signed checksum', async () => {
  expect(await outcome(put(await uploadUrl('uploads/d.png'), Buffer.alloc(BYTES.length)))).toBe('400 BadDigest');
  const lie = createHash('sha256').update('').digest('base64');
  const url = await uploadUrl('uploads/d.png');
  expect(await outcome(put(url, BYTES, { 'x-amz-checksum-sha256': lie }))).toBe('403 SignatureDoesNotMatch');
  expect(await outcome(fetch(await downloadUrl('uploads/d.png')))).toBe('404 NoSuchKey');
});

test('an unsigned header is rejected', async () => {
  const answer = put(await uploadUrl('uploads/e.png'), BYTES, { 'x-amz-acl': 'public-read' });
  expect(await outcome(answer)).toBe('403 AccessDenied');
});

test('requests without a signature are rejected', async () => {
  expect(await outcome(fetch(`${stack.url}/_objects/${BUCKET}/uploads/a%20b.png`))).toBe('403 AccessDenied');
  expect(await outcome(put(`${stack.url}/_objects/${BUCKET}/uploads/f.png`))).toBe('403 AccessDenied');
});

test('a URL expires by the clock of the stack, and an abandoned upload by the rule for its prefix', async () => {
  expect((await put(await uploadUrl('uploads/g.png'))).status).toBe(200);
  const upload = await uploadUrl('uploads/h.png');
  await stack.advance(870);
  expect((await put(upload)).status).toBe(200);
  await stack.advance(31);
  expect(await outcome(put(upload))).toBe('403 AccessDenied');
  expect((await fetch(await downloadUrl('uploads/g.png'))).status).toBe(200);
  await stack.advance(24 * 3600);
  expect(await outcome(fetch(await downloadUrl('uploads/g.png')))).toBe('404 NoSuchKey');
});
