import { createDiscountBatch } from '../../domain/administration/code-batches/create-discount-batch.ts';
import { discountBatchBody } from '../../domain/administration/code-batches/schema.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { validate } from '../../pipeline/parse.ts';
import { once } from '../../storage/idempotency.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { typedSettings } from './discount-form.ts';
import { discountCodesPage } from './pages/discount-codes.ts';
import { deskCreateDiscountCodeBatch as route } from './routes.ts';
import { TypedFields } from './typed.ts';

const batchInput = (visit: DeskVisit): object => {
  const fields = new TypedFields(visit);
  const count = fields.whole('count') ?? undefined;
  fields.assertValid();
  return { ...typedSettings(visit), count, prefix: visit.form.get('prefix') };
};

export const handler = deskEndpoint(route, async (visit) => {
  try {
    const { count, prefix = '', ...settings } = validate(discountBatchBody(), batchInput(visit));
    const idempotency = formIdempotency(visit, route, { count, prefix, settings });
    await once(idempotency, () =>
      createDiscountBatch({ company: visit.company.slug, count, prefix, settings, idempotency }),
    );
    return seeOther('/desk/discount-codes?outcome=codes');
  } catch (error) {
    return discountCodesPage(visit, { refusal: refusalFrom(error), refused: 'batch' });
  }
});
