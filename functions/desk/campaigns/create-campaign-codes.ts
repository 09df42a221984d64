import { createCampaignBatch } from '../../domain/administration/code-batches/create-campaign-batch.ts';
import { campaignCodesBody } from '../../domain/administration/code-batches/schema.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { validate } from '../../pipeline/parse.ts';
import { once } from '../../storage/idempotency.ts';
import { campaignPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { campaignPage } from './pages/campaign.ts';
import { deskCreateCampaignCodes as route } from './routes.ts';
import { TypedFields } from './typed.ts';

/**
 * The typed codes, one per line and without duplicates, and the number of codes to generate. The schema requires
 * exactly one of the two. Throws 422 for a count that is not a number.
 */
const codesInput = (visit: DeskVisit): object => {
  const fields = new TypedFields(visit);
  const count = fields.whole('count') ?? undefined;
  fields.assertValid();
  const codes = [
    ...new Set(
      visit.form
        .get('codes')
        .split('\n')
        .flatMap((line) => line.trim() || []),
    ),
  ];
  return { ...(count === undefined ? {} : { count }), ...(codes.length === 0 ? {} : { codes }) };
};

export const handler = deskEndpoint(route, async (visit) => {
  const id = visit.request.params['campaign_id'] ?? '';
  try {
    const { count = 0, codes } = validate(campaignCodesBody(), codesInput(visit));
    const idempotency = formIdempotency(visit, route, { id, count, codes });
    const source = codes ? { listed: codes } : { count };
    await once(idempotency, () => createCampaignBatch({ company: visit.company.slug, id, codes: source, idempotency }));
    return seeOther(`${campaignPath(id)}?outcome=codes`);
  } catch (error) {
    return campaignPage(visit, id, { refusal: refusalFrom(error), refused: 'codes' });
  }
});
