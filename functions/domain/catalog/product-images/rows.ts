import type { Key, Row } from '../../../storage/table.ts';
import type { PictureDeclaration } from '../greeting-images/schema.ts';

/** The upload slot of a product picture. The picture itself needs no row: its URL contains its object key. */
export interface ProductImageRow extends Row, PictureDeclaration {
  type: 'product-image';
  /** `pimg_` + 32 hex */
  id: string;
  company: string;
  closesAtMs: number;
  /** Name of the widest picture, once finalized. */
  file?: string;
}

export const productImageKey = (company: string, id: string): Key => ({
  pk: `PRODUCTIMAGE#${company}#${id}`,
  sk: 'product-image',
});

/** Upload key of a slot (bucket `pictures`); the bucket deletes it automatically. */
export const productUploadObject = (company: string, id: string): string => `uploads/product-images/${company}/${id}`;
