import type { FormValues } from '../pages/kit/form-values.ts';

/** A typed password. Spaces at its ends are kept. */
export const typedPassword = (form: FormValues, name = 'password'): string =>
  form.entries().find(([field]) => field === name)?.[1] ?? '';
