import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { PrintedProduct } from '../../catalog/products/printed.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { prepareDesign, type PictureOf } from './picture-source.ts';
import type { DocumentPicture } from './schema.ts';

/** The URL of the picture of the option or, without one, of the product. Gift cards use the company's picture. */
export const productImageOf = (
  { family, optionId }: Pick<OrderLine, 'family' | 'optionId'>,
  product: PrintedProduct | undefined,
  company: Pick<CompanyRow, 'gift_card'>,
): string | undefined => {
  if (family === 'gift_card') return company.gift_card?.images[0]?.url;
  const option = Number(optionId?.replace(/^\D+/, ''));
  return product?.optionImages.get(option)?.[0] ?? product?.images[0];
};

/** How long to skip a URL that returned no picture, so that other cards do not wait for a response. */
const SILENT_MS = 10 * 60 * 1000;
const silentUntilMs = warmMap<string, number>();
const SILENT_MAX = 1000;

/**
 * The picture of a product, re-encoded by the service; undefined if its URL does not respond or returns no picture.
 * Throws if the service's own store does not respond.
 */
export const findProductPicture = async (
  url: string | undefined,
  of: PictureOf,
): Promise<DocumentPicture | undefined> => {
  if (url === undefined || (silentUntilMs.get(url) ?? 0) > nowMs()) return undefined;
  const picture = await prepareDesign(url, of);
  if (picture) return picture;
  if (silentUntilMs.size >= SILENT_MAX) silentUntilMs.clear();
  silentUntilMs.set(url, nowMs() + SILENT_MS);
  return undefined;
};
