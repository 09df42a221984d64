import { html } from 'hono/html';
import { srcsetOf } from '../../../domain/catalog/product-images/address.ts';
import { none, type Markup } from '../../kit/markup.ts';

interface PictureFrame {
  width: number;
  height: number;
  /** Displayed width, as CSS. */
  sizes: string;
  /** Above the fold. */
  isFirst: boolean;
}

/** The picture of a product. An uploaded one has several widths, from which the browser chooses. */
export const productPicture = (url: string, { width, height, sizes, isFirst }: PictureFrame): Markup => {
  const srcset = srcsetOf(url);
  const widths = srcset === undefined ? none : html`srcset="${srcset}" sizes="${sizes}"`;
  const loading = isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`;
  return html`<img src="${url}" ${widths} alt="" width="${width}" height="${height}" ${loading} />`;
};
