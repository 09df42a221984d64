import * as z from 'zod/mini';
import { withErrorText } from './messages/error-text.ts';
import { validation } from './messages/validation.ts';

/**
 * Lengths count code points, so the bound is a Unicode pattern and not a number of UTF-16 units
 * (lib/reference/limits.md#orders).
 */
export const lengthBetween = (minimum: number, maximum: number) =>
  z.regex(
    new RegExp(`^[\\s\\S]{${minimum},${maximum}}$`, 'u'),
    minimum > 0
      ? withErrorText(validation('length_out_of_range', { minimum, maximum }))
      : withErrorText(validation('too_long', { maximum })),
  );

/** A string of at most `maximum` characters, counted as code points. */
export const upTo = (maximum: number) => lengthBetween(0, maximum);

/** The pattern of `lengthBetween`. */
const LENGTH = /^\^\[\\s\\S\]\{(\d+),(\d+)\}\$$/;

/** Replaces the pattern of a length in a JSON Schema, whose lengths count code points as well. */
export const asLength = (json: z.core.JSONSchema.BaseSchema): void => {
  const [, minimum, maximum] = LENGTH.exec(json.pattern ?? '') ?? [];
  if (minimum === undefined || maximum === undefined) return;
  delete json.pattern;
  if (Number(minimum) > 0) json.minLength = Number(minimum);
  json.maxLength = Number(maximum);
};
