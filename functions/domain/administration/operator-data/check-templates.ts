import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

const REPEATED = 'Another template of this product type is active already.';

/** Only one template per product type may be active. Invalid entries are array holes, which flatMap skips. */
export const checkTemplates = ({ companies }: OperatorData): Fault[] =>
  companies.flatMap(({ pdf_templates: templates = [] }, at) =>
    templates.flatMap((template, index) => {
      const isSame = (other: typeof template) =>
        other.active && (other.product_type ?? null) === (template.product_type ?? null);
      const isRepeated = template.active && templates.findIndex(isSame) !== index;
      const path = ['companies', at, 'pdf_templates', index, 'active'];
      return isRepeated ? [{ path: jsonPath(path), message: REPEATED }] : [];
    }),
  );
