import { html } from 'hono/html';
import { objectAt, srcsetOf } from '../../domain/catalog/product-images/address.ts';
import { none, type Markup } from '../../pages/kit/markup.ts';

/** A picture from the service's object store. Pictures from other hosts are not loaded at the desk. */
export const thumbnail = (url: string | undefined): Markup => {
  if (url === undefined || objectAt(url) === undefined) return none;
  return html`<img
    src="${url}"
    srcset="${srcsetOf(url) ?? ''}"
    sizes="5em"
    alt=""
    width="80"
    height="60"
    loading="lazy"
  />`;
};

interface PictureTable {
  head: readonly string[];
  rows: readonly (readonly (string | Markup)[])[];
  figures: readonly number[];
}

/** A table whose first column has pictures. Without any picture, the column is left out. */
export const pictureTable = ({ head, rows, figures }: PictureTable): PictureTable =>
  rows.some(([picture]) => picture !== none)
    ? { head, rows, figures }
    : {
        head: head.slice(1),
        rows: rows.map((cells) => cells.slice(1)),
        figures: figures.map((at) => at - 1),
      };
