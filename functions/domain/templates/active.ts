import type { ProductType } from './fields.ts';

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
