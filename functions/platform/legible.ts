import * as z from 'zod/mini';
import { withErrorText } from './messages/error-text.ts';
import { validation } from './messages/validation.ts';
import { hasVisible } from './visible.ts';

/** Requires a visible character, because texts of invisible characters look the same. */
export const legible = z.refine<string>((text) => text === '' || hasVisible(text), withErrorText(validation('empty')));
