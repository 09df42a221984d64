import * as z from 'zod/mini';
import { amountsReply } from '../orders/replies.ts';
import { outsideText } from '../../pipeline/shapes.ts';

const minor = z.int().check(z.gte(0));

export const quoteReplies = {
  Quote: z.strictObject({
    amounts: amountsReply,
    line_items: z.array(
      z.strictObject({
        product_id: z.string(),
        product_option_id: z.nullable(z.string()),
        amount: minor,
        quantity: z.int().check(z.gte(1)),
        fees: minor,
        subtotal: minor,
        discount: minor,
        vat: minor,
      }),
    ),
    discount: z.nullable(z.strictObject({ code: outsideText(), percent: z.number() })),
    expires_at: z.iso.datetime({ offset: true }),
  }),
};
