import type { Typed } from '../pages/kit/typed.ts';

/** A typed password, including spaces at its ends. */
export const typedPassword = (form: Typed, name = 'password'): string =>
  form.entries().find(([field]) => field === name)?.[1] ?? '';
