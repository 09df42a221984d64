import { getObject } from '../../adapters/objects/store.ts';
import { log } from '../../platform/log.ts';
import type { CompanyRow } from '../companies/rows.ts';
import { pictureObject } from '../greeting-images/rows.ts';
import { PICTURE_MAX_BYTES, PICTURE_MIMES, type PictureMime } from '../greeting-images/schema.ts';
import type { OrderRow } from '../orders/rows.ts';
import type { DocumentPicture } from './schema.ts';

const DESIGN_TIMEOUT_MS = 5_000;

const asMime = (contentType: string | null | undefined): PictureMime | undefined =>
  PICTURE_MIMES.find((mime) => mime === contentType?.split(';')[0]?.trim().toLowerCase());

/**
 * The picture of an order's greeting. A picture that is not there, or a design whose address does not answer, leaves
 * the document without one: the card is what was paid for. Throws when our own store does not answer.
 */
export const pictureOf = async (order: OrderRow, company: CompanyRow): Promise<DocumentPicture | undefined> => {
  const image = order.greeting?.image;
  if (image?.source === 'upload' && image.uploadId) return uploaded(order.company, image.uploadId);
  if (image?.source === 'design') {
    const design = company.greeting.designs.find(({ id }) => `gid_${id}` === image.designId);
    return design ? fetched(design.url) : undefined;
  }
  return undefined;
};

const uploaded = async (company: string, id: string): Promise<DocumentPicture | undefined> => {
  const stored = await getObject('pictures', pictureObject(company, id));
  const mime = asMime(stored?.contentType);
  if (stored && mime) return { mime, bytes: stored.bytes };
  log.warn('A greeting picture is missing', { picture: id });
  return undefined;
};

/** A design stands where the operator put it; its address is theirs, not the buyer's. */
const fetched = async (url: string): Promise<DocumentPicture | undefined> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DESIGN_TIMEOUT_MS) });
    const mime = asMime(answer.headers.get('content-type'));
    const bytes = answer.ok && mime ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    if (bytes && mime && bytes.byteLength <= PICTURE_MAX_BYTES) return { mime, bytes };
    log.warn('A greeting design could not be read', { url, status: answer.status });
  } catch (error) {
    log.warn('A greeting design could not be read', { url, cause: String(error) });
  }
  return undefined;
};
