import { declarationOf } from '../../domain/catalog/greeting-images/declare.ts';
import { openSlot } from '../../domain/catalog/greeting-images/open-slot.ts';
import { ApiError } from '../../platform/errors.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { readToken } from './form/token.ts';
import { readForm } from '../kit/typed.ts';
import { shopOpenPicture } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** Opens a slot for the picture of a form, for the script that sends it straight to the store. */
export const handler = shopEndpoint(shopOpenPicture, {}, async (visit) => {
  const { company, settings } = { company: visit.shop.company.slug, settings: visit.shop.settings };
  const { typed } = await readForm(visit.request);
  const form = readToken(company, typed.get('form'));
  if (!form || form.isExpired || visit.shop.isPreview || !settings.greeting || !settings.ownPicture) {
    return { status: 409, body: { error: { code: 'form_expired' } } };
  }
  const given = { sha256: typed.get('sha256'), byte_size: Number(typed.get('byte_size')), mime: typed.get('mime') };
  try {
    const declared = declarationOf(given);
    const key = `form:${form.nonce}:${declared.sha256}`;
    const idempotency = idempotencyRecordFor({
      company,
      operation: 'open-greeting-image-upload',
      key,
      input: declared,
    });
    return await once(idempotency, () => openSlot(company, declared, idempotency));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { status: error.status, body: { error: { code: error.code } } };
  }
});
