import type { Brand } from '../../domain/company/brand/rules.ts';
import { findShop } from '../../domain/storefront/order-page/shop.ts';
import { notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { defaultBrand, shopStyles, stylePath } from './theme.ts';
import { textReply } from '../kit/reply.ts';
import { shopStyle } from './routes.ts';

/** Segment in the style sheet's URL for pages without a shop. */
const NO_SHOP = '-';

/**
 * The brand, and whether the shop was never open. If so, only the pages of its previews contain the current URL, and no
 * other URL returns the style sheet.
 */
const brandFor = async (slug: string): Promise<{ brand: Brand; isSecret: boolean }> => {
  if (slug === NO_SHOP) return { brand: defaultBrand(), isSecret: false };
  const shop = await findShop(slug, undefined);
  if (!shop) throw notFound('shop');
  return { brand: shop.brand, isSecret: shop.state === 'never' };
};

/** The style sheet of a shop. An outdated URL gets the current style sheet, which must not be cached under that URL. */
export const handler = publicEndpoint(shopStyle, async (request) => {
  const slug = request.params['slug'] ?? '';
  const { brand, isSecret } = await brandFor(slug);
  const isPresent = request.path === stylePath(slug, brand);
  if (isSecret && !isPresent) throw notFound('shop');
  return textReply(request, {
    text: shopStyles(brand),
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': isPresent ? 'public, max-age=31536000, immutable' : 'public, max-age=30',
      'X-Content-Type-Options': 'nosniff',
    },
  });
});
