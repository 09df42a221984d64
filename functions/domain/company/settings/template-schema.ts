import { templates } from '../../../platform/messages/templates.ts';
import { withErrorText } from '../../../platform/messages/error-text.ts';
import { validation } from '../../../platform/messages/validation.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { namedMembers } from '../../../platform/named-members.ts';
import { FONT_IDS } from './brand-fonts.ts';
import { PRODUCT_TYPES } from './template-fields.ts';
import { upTo } from '../../../platform/length-between.ts';

export const TEMPLATE_ID = /^pdft_[0-9a-f]{32}$/;
/** 10 MB (lib/reference/limits.md#templates). */
export const TEMPLATE_MAX_BYTES = 10 * 1024 * 1024;
export const PDF_MIME = 'application/pdf';
const LAYOUT_MAX = 100;

export const templateIntentBody = lazy(() =>
  z.strictObject({
    sha256: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'Send the SHA-256 checksum as 64 hexadecimal characters.')),
    byte_size: z
      .int()
      .check(
        z.gte(1),
        z.lte(TEMPLATE_MAX_BYTES, withErrorText(validation('above_maximum', { maximum: TEMPLATE_MAX_BYTES }))),
      ),
    mime: z.literal(PDF_MIME),
  }),
);

/** Far larger than any page. `assertPlaces` compares a placement with its page. */
const POINTS_MAX = 1_000_000;
const points = () => z.number().check(z.gte(-POINTS_MAX), z.lte(POINTS_MAX));
const length = () => z.number().check(z.gt(0), z.lte(POINTS_MAX));

const layout = () =>
  z
    .array(
      z.strictObject({
        field: z.string(),
        page: z.int().check(z.gte(1)),
        x: points(),
        y: points(),
        width: length(),
        height: length(),
        size: z.optional(z.number().check(z.gte(4), z.lte(200))),
        align: z.optional(z.enum(['left', 'center', 'right'])),
        color: z.optional(
          z
            .string()
            .check(
              z.regex(/^#[0-9a-fA-F]{6}$/, withErrorText(templates('color_malformed', { example: '#1d5bd6' }))),
              z.toLowerCase(),
            ),
        ),
        font: z.optional(z.enum(FONT_IDS)),
        rotation: z.optional(z.literal([90, 180, 270])),
      }),
    )
    .check(z.minLength(1), z.maxLength(LAYOUT_MAX));

const NAME_FORM = templates('name_malformed', { minimum: 1, maximum: 80 });

const name = () =>
  z
    .string()
    .check(z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { ...withErrorText(NAME_FORM), abort: true }))
    .check(z.trim(), z.regex(/^.{1,80}$/u, withErrorText(NAME_FORM)));

const members = () => ({
  name: name(),
  product_type: z.optional(z.nullable(z.enum(PRODUCT_TYPES))),
  layout: z.optional(z.nullable(layout())),
});

/** A template in an operator's file: the body of finalize, the file, and whether it becomes active. */
export const operatorTemplate = lazy(() =>
  z.strictObject({
    ...members(),
    file: z
      .string()
      .check(
        z.regex(
          /^data:application\/pdf;base64,[A-Za-z0-9+/=\s]+$/,
          'This must be a PDF file, or a data: URL of one in base64.',
        ),
      ),
    active: z._default(z.boolean(), false),
  }),
);

/** Body of finalize and of PUT. */
export const templateBody = lazy(() => z.strictObject(members()));
export type TemplateBody = z.output<ReturnType<typeof templateBody>>;

export const previewBody = lazy(() =>
  z.strictObject({
    product_type: z.optional(z.nullable(z.enum(PRODUCT_TYPES))),
    values: z.optional(namedMembers(z.string().check(upTo(2000)))),
  }),
);
export type PreviewBody = z.output<ReturnType<typeof previewBody>>;

export const revertBody = lazy(() => z.strictObject({ product_type: z.optional(z.nullable(z.enum(PRODUCT_TYPES))) }));

export const templateListQuery = lazy(() =>
  z.object({ limit: z.optional(z.string()), starting_after: z.optional(z.string()) }),
);
