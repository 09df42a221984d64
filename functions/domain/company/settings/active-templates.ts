import type { ProductType } from './template-fields.ts';

/** Name of a slot: a product type, or all product types without a template of their own. */
export type SlotName = ProductType | 'all';

export interface ActiveTemplate {
  id: string;
  /** Keys of its file and placements. */
  object: string;
  places: string;
  look: number;
}

/** Active templates of a company, as stored in its row. An empty slot uses the default template. */
export interface ActiveTemplates {
  version: number;
  slots: Partial<Record<SlotName, ActiveTemplate>>;
}

export const slotOf = (productType: ProductType | null | undefined): SlotName => productType ?? 'all';

/** A company, or a part of its row. */
interface HasTemplates {
  pdf_templates?: ActiveTemplates | undefined;
}

/** The template for cards of a product type; undefined: the default. */
const templateFor = ({ pdf_templates: active }: HasTemplates, family: ProductType): ActiveTemplate | undefined =>
  active?.slots[family] ?? active?.slots.all;

/** The template that was active when an item was issued. */
export interface CardTemplate {
  id: string;
  /** Keys of its file and placements (bucket `documents`). */
  object: string;
  places: string;
}

/** The `template` member of an item; absent for the default template. */
export const cardTemplate = (company: HasTemplates, family: ProductType): { template?: CardTemplate } => {
  const active = templateFor(company, family);
  return active ? { template: { id: active.id, object: active.object, places: active.places } } : {};
};
