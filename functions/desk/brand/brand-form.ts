import type { presentBrand } from '../../domain/company/brand/present.ts';
import { brandPatch, COLOR_NAMES, type BrandPatch } from '../../domain/company/settings/brand-schema.ts';
import { validate } from '../../pipeline/parse.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';

export type ShownBrand = ReturnType<typeof presentBrand>;

/** The current values of the brand, by form field. */
export const brandValues = (brand: ShownBrand): Record<string, string> => ({
  display_name: brand.display_name,
  tagline: brand.tagline ?? '',
  ...Object.fromEntries(COLOR_NAMES.map((name) => [`colors.${name}`, brand.colors[name] ?? ''])),
  'typography.heading': brand.typography.heading,
  'typography.body': brand.typography.body,
});

/**
 * The changes in the form compared with a brand. An empty field restores the default. Throws 422 for an invalid value.
 */
export const brandPatchIn = (form: FormValues, brand: ShownBrand): BrandPatch => {
  const patch: Record<string, unknown> = {};
  for (const [path, before] of Object.entries(brandValues(brand))) {
    const typed = form.get(path);
    if (!form.has(path) || typed === before) continue;
    const [group = '', member] = path.split('.');
    const value = typed === '' ? null : typed;
    if (member === undefined) patch[group] = value;
    else patch[group] = { ...(patch[group] as object | undefined), [member]: value };
  }
  return validate(brandPatch(), patch);
};
