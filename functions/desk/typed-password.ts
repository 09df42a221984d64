import type { Typed } from '../pages/kit/typed.ts';

/** A password as it was typed, spaces at its ends included. */
export const typedPassword = (form: Typed, name = 'password'): string =>
  form.entries().find(([field]) => field === name)?.[1] ?? '';
