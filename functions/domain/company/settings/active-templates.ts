import type { ProductType } from './template-fields.ts';

/** What is active for a product type, or for all that have none of their own. */
export type SlotName = ProductType | 'all';

export interface ActiveTemplate {
  id: string;
  /** Key of the file, and of its places. */
  object: string;
  places: string;
  look: number;
}

/** Active templates of a company, as its row keeps them; a slot that is empty has the default. */
export interface ActiveTemplates {
  version: number;
  slots: Partial<Record<SlotName, ActiveTemplate>>;
}

export const slotOf = (productType: ProductType | null | undefined): SlotName => productType ?? 'all';

/** A company, or what is known of it. */
interface HasTemplates {
  pdf_templates?: ActiveTemplates | undefined;
}

/** The template that cards of a product type are made with; undefined: the default. */
export const templateFor = ({ pdf_templates: active }: HasTemplates, family: ProductType): ActiveTemplate | undefined =>
  active?.slots[family] ?? active?.slots.all;

/** What an item remembers of the template that was in force when it was issued. */
export interface CardTemplate {
  id: string;
  /** Keys of its file and of its places (bucket `documents`). */
  object: string;
  places: string;
}

/** The member that an item of a product type gets: none where cards are made with the default. */
export const cardTemplate = (company: HasTemplates, family: ProductType): { template?: CardTemplate } => {
  const active = templateFor(company, family);
  return active ? { template: { id: active.id, object: active.object, places: active.places } } : {};
};
