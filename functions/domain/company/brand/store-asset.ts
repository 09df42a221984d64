import { receivedMessage } from '../../../platform/messages/message.ts';
import { pictures } from '../../../platform/messages/pictures.ts';
import { randomUUID } from 'node:crypto';
import { callRewriteSvg } from '../../../adapters/isolated/rewrite-svg.ts';
import { presignGet, presignWrite } from '../../../adapters/objects/presign.ts';
import { getObject, putObject } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { invalid, unavailable } from '../../../platform/errors.ts';
import { registerObject } from './orphaned-objects/schedule-deletion.ts';
import { PictureRefused } from '../../../adapters/images/refusal.ts';
import { printStored } from '../pictures/print.ts';
import { assertPictureSize } from '../../../adapters/images/parse.ts';
import { pictureTypeOf } from '../../../adapters/images/picture-type.ts';
import { TERMS } from './asset-terms.ts';
import { assetFile, assetObject } from './rules.ts';
import type { AssetRole, StoredAsset } from '../settings/brand-schema.ts';
import { SIGNED_SECONDS } from '../../../adapters/isolated/call.ts';

interface SentAsset {
  company: string;
  role: AssetRole;
  mime: string;
  bytes: Uint8Array;
}

/**
 * Decodes and re-encodes an upload, and stores the result under its hash. Throws 422 on `file` for bytes that do not
 * match their type or cannot be decoded, and 503 when the store does not respond.
 */
export const storeAsset = async (sent: SentAsset): Promise<StoredAsset> => {
  try {
    return sent.mime === 'image/svg+xml' ? await drawn(sent) : await printAsset(sent);
  } catch (error) {
    if (error instanceof PictureRefused) throw invalid('file', error.reason);
    throw unavailable('image_store_unavailable', pictures('picture_not_stored'), 2, error);
  }
};

/** Stores the upload under a prefix whose objects the bucket deletes automatically. */
const stage = async ({ company, bytes, mime }: SentAsset): Promise<string> => {
  const key = `uploads/brand/${company}/${randomUUID()}`;
  await putObject('pictures', key, { bytes, contentType: mime });
  return key;
};

const printAsset = async (sent: SentAsset): Promise<StoredAsset> => {
  if (pictureTypeOf(sent.bytes) !== sent.mime) {
    throw new PictureRefused('mime', pictures('picture_type_differs', { mime: sent.mime }));
  }
  const from = await stage(sent);
  const to = `${from}-printed`;
  const { print: terms, maxBytes } = TERMS[sent.role];
  const { mime, sha256, byteSize, width, height } = await printStored({ from, to, terms, maxBytes });
  const asset = { mime, sha256, byteSize, width, height, updatedAtMs: nowMs() };
  await keep(sent.company, to, asset);
  return asset;
};

const drawn = async (sent: SentAsset): Promise<StoredAsset> => {
  const from = await stage(sent);
  const [svg, png] = [`${from}-svg`, `${from}-png`];
  const { print, maxBytes } = TERMS[sent.role];
  const sign = (key: string, contentType: string) =>
    presignWrite('pictures', key, { contentType, expiresInSeconds: SIGNED_SECONDS });
  const response = await callRewriteSvg({
    source: { url: await presignGet('pictures', from, { expiresInSeconds: SIGNED_SECONDS }) },
    target: { svg: await sign(svg, 'image/svg+xml'), png: await sign(png, 'image/png') },
    box: print.box,
    maxBytes,
  });
  if ('refused' in response) throw new PictureRefused(response.refused.check, receivedMessage(response.refused.reason));
  if ('died' in response) {
    throw new PictureRefused('content', pictures('drawing_exceeds', { resource: response.died }));
  }
  assertPictureSize(response.rewritten, print);
  const asset: StoredAsset = { mime: 'image/svg+xml', ...response.rewritten, updatedAtMs: nowMs() };
  await keep(sent.company, svg, asset);
  await keep(sent.company, png, { mime: 'image/png', sha256: response.rewritten.raster.sha256 });
  return asset;
};

/** Copies a finished file to its public object key. The file is deleted later unless the brand refers to it. */
const keep = async (company: string, from: string, asset: Pick<StoredAsset, 'mime' | 'sha256'>): Promise<void> => {
  const file = await getObject('pictures', from);
  if (!file) throw new Error('The finished picture is missing');
  const object = assetObject(company, assetFile(asset));
  await registerObject({ company, bucket: 'pictures', object });
  await putObject('pictures', object, { bytes: file.bytes, contentType: asset.mime });
};
