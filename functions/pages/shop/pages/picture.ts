import { html } from 'hono/html';
import { srcsetOf } from '../../../domain/catalog/product-images/address.ts';
import { none, type Markup } from '../../kit/markup.ts';

interface PictureFrame {
  width: number;
  height: number;
  /** Displayed width, as the value of the attribute `sizes`. */
  sizes: string;
  /** The picture is visible without scrolling. */
  isFirst: boolean;
}

/** The picture of a product. For an uploaded picture, the browser selects one of several widths. */
export const productPicture = (url: string, { width, height, sizes, isFirst }: PictureFrame): Markup => {
  const srcset = srcsetOf(url);
  const widths = srcset === undefined ? none : html`srcset="${srcset}" sizes="${sizes}"`;
  const loading = isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`;
  return html`<img src="${url}" ${widths} alt="" width="${width}" height="${height}" ${loading} />`;
};
