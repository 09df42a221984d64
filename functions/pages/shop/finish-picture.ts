import { finalizeFormPicture } from '../../domain/catalog/greeting-images/upload-form-picture.ts';
import { verifyFormToken } from './form/token.ts';
import { parseForm } from '../kit/form-values.ts';
import { shopFinishPicture } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';
import { refusal } from './picture-refusal.ts';
import { pictureForm } from './visit.ts';

/** Checks and stores the picture that the script has uploaded to its slot. */
export const handler = shopEndpoint(shopFinishPicture, {}, async (visit) => {
  const company = visit.shop.company.slug;
  const { typed } = await parseForm(visit.request);
  const form = verifyFormToken(company, typed.get('form'));
  const id = visit.request.params['id'] ?? '';
  if (!form) return { status: 409, body: { error: { code: 'form_expired' } } };
  try {
    await finalizeFormPicture(pictureForm(visit, form), id);
    return { status: 201, body: { id } };
  } catch (error) {
    return refusal(error);
  }
});
