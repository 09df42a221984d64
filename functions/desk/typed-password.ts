import type { FormValues } from '../pages/kit/form-values.ts';

/** A typed password, including spaces at its ends. */
export const typedPassword = (form: FormValues, name = 'password'): string =>
  form.entries().find(([field]) => field === name)?.[1] ?? '';
