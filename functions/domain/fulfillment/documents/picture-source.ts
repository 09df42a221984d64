import { createHash } from 'node:crypto';
import { getObject, putObject } from '../../../adapters/objects/store.ts';
import { requestOutside, type OutsideResponse } from '../../../adapters/outside/request-outside.ts';
import { config } from '../../../platform/config.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { designWith } from '../../catalog/products/ids.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { objectAt } from '../../catalog/product-images/address.ts';
import { printedObject } from '../../catalog/greeting-images/rows.ts';
import { PICTURE_MAX_BYTES, PICTURE_MIMES, type PictureMime } from '../../catalog/greeting-images/schema.ts';
import type { OrderGreeting, OrderRow } from '../../checkout/orders/rows.ts';
import { drawablePicture } from './drawable-picture.ts';
import { PictureRefused } from '../../../adapters/images/refusal.ts';
import { printStored } from '../../company/pictures/print.ts';
import { GREETING_TERMS } from '../../company/pictures/schema.ts';
import type { DocumentPicture } from './schema.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const DESIGN_TIMEOUT_MS = 5_000;

/** Owner of a picture, for the log. URLs are not logged, because they may contain secrets of the operator. */
export interface PictureOf {
  company: string;
  product?: string;
  design?: string;
}

const asMime = (contentType: string | null | undefined): PictureMime | undefined =>
  PICTURE_MIMES.find((mime) => mime === contentType?.split(';')[0]?.trim().toLowerCase());

/**
 * The greeting picture of an order, re-encoded by the service. Undefined for a missing or undecodable picture, and for
 * a design whose URL does not respond, because the buyer paid for the card, not for the picture. Throws if the
 * service's own store does not respond.
 */
export const documentPictureOf = async (order: OrderRow, company: CompanyRow): Promise<DocumentPicture | undefined> => {
  const image = order.greeting?.image;
  if (image?.source === 'upload' && image.uploadId) return uploadedPicture(order.company, image.uploadId);
  if (image?.source === 'design') {
    return chosenDesign(image, company);
  }
  return undefined;
};

/**
 * The design as chosen, even if it is no longer offered. If its file is missing, uses the company's current design with
 * the same id, because the file may have moved.
 */
const chosenDesign = async (
  { designId = '', designUrl }: NonNullable<OrderGreeting['image']>,
  company: CompanyRow,
): Promise<DocumentPicture | undefined> => {
  const of = { company: company.slug, design: designId };
  const chosen = designUrl === undefined ? undefined : await prepareDesign(designUrl, of);
  const now = designWith(company, designId)?.url;
  return chosen ?? (now === undefined || now === designUrl ? undefined : prepareDesign(now, of));
};

const uploadedPicture = async (company: string, id: string): Promise<DocumentPicture | undefined> => {
  const picture = await printedAt(printedObject(company, id));
  if (!picture) log.warn('A greeting picture is missing', { picture: id });
  return picture;
};

/** Does not cache the picture, because it is drawn only once or twice, and is erased with the buyer's data. */
const printedAt = async (key: string): Promise<DocumentPicture | undefined> => {
  const stored = await getObject('pictures', key);
  const mime = asMime(stored?.contentType);
  return stored && (mime === 'image/jpeg' || mime === 'image/png') ? { mime, bytes: stored.bytes } : undefined;
};

/** Prepares a stored design for print. */
const printedFrom = async (from: string, to: string, of: PictureOf): Promise<DocumentPicture | undefined> => {
  if (!(await getObject('pictures', from))) return undefined;
  try {
    await printStored({ from, to, terms: GREETING_TERMS, maxBytes: PICTURE_MAX_BYTES });
    return await drawablePicture(to);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    log.warn('A picture cannot be printed', { ...of, key: from, check: error.check });
    return undefined;
  }
};

/** Lifetime of the cache that maps URLs to keys of printed pictures. A changed picture is shown after this time. */
const READ_FOR_MS = MINUTE_MS;
const RECENT_MAX = 1000;
const recent = warmMap<string, { key: string; untilMs: number }>();

/** The picture at an operator's URL, prepared once for all orders. Its key is derived from its bytes. */
export const prepareDesign = async (url: string, of: PictureOf): Promise<DocumentPicture | undefined> => {
  const ownObject = objectAt(url);
  if (ownObject !== undefined) return drawablePicture(ownObject);
  const last = recent.get(url);
  const kept = last && last.untilMs > nowMs() ? await drawablePicture(last.key) : undefined;
  if (kept) return kept;
  const design = await fetchDesign(url, of);
  if (!design) return undefined;
  const sha256 = createHash('sha256').update(design.bytes).digest('hex');
  const key = `designs/${sha256}`;
  const picture = (await drawablePicture(key)) ?? (await printedFirst(sha256, key, { design, of }));
  if (recent.size >= RECENT_MAX) recent.clear();
  if (picture) recent.set(url, { key, untilMs: nowMs() + READ_FOR_MS });
  return picture;
};

const printedFirst = async (
  sha256: string,
  to: string,
  { design, of }: { design: { mime: PictureMime; bytes: Uint8Array }; of: PictureOf },
): Promise<DocumentPicture | undefined> => {
  const from = `uploads/designs/${sha256}`;
  await putObject('pictures', from, { bytes: design.bytes, contentType: design.mime });
  return printedFrom(from, to, of);
};

const UNREAD = 'The picture at an address that an operator set could not be read. Cards are printed without it.';
const TYPE_MAX = 60;

const reasonOf = ({ status, contentType = 'none' }: OutsideResponse): Record<string, unknown> =>
  status === 200
    ? { reason: `Cards can show ${PICTURE_MIMES.join(', ')}.`, content_type: contentType.slice(0, TYPE_MAX) }
    : { reason: 'The response does not have status 200.', status };

/** Fetches a design. Its URL is set by the operator, not by a buyer. */
const fetchDesign = async (
  url: string,
  of: PictureOf,
): Promise<{ mime: PictureMime; bytes: Uint8Array } | undefined> => {
  try {
    const response = await requestOutside({
      url,
      method: 'GET',
      maxBytes: PICTURE_MAX_BYTES,
      timeoutMs: DESIGN_TIMEOUT_MS,
      allowsLoopback: config.allowsLoopbackWebhooks(),
    });
    const mime = asMime(response.contentType);
    if (response.status === 200 && mime) return { mime, bytes: response.bytes };
    log.warn(UNREAD, { ...of, ...reasonOf(response) });
  } catch (error) {
    log.warn(UNREAD, { ...of, cause: error });
  }
  return undefined;
};
