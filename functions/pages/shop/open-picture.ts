import { pictureDeclarationOf } from '../../domain/catalog/greeting-images/declare.ts';
import { openPictureSlotOfForm } from '../../domain/catalog/greeting-images/upload-form-picture.ts';
import { verifyFormToken } from './form/token.ts';
import { parseForm } from '../kit/form-values.ts';
import { shopOpenPicture } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';
import { refusal } from './picture-refusal.ts';
import { pictureForm } from './visit.ts';

/** Opens a slot for the picture of a form, to which the script uploads directly. */
export const handler = shopEndpoint(shopOpenPicture, {}, async (visit) => {
  const { company, settings } = visit.shop;
  const { typed } = await parseForm(visit.request);
  const form = verifyFormToken(company.slug, typed.get('form'));
  if (!form || form.isExpired || visit.shop.isPreview || !settings.greeting || !settings.ownPicture) {
    return { status: 409, body: { error: { code: 'form_expired' } } };
  }
  const declaration = {
    sha256: typed.get('sha256'),
    byte_size: Number(typed.get('byte_size')),
    mime: typed.get('mime'),
  };
  try {
    const declared = pictureDeclarationOf(declaration);
    return await openPictureSlotOfForm(pictureForm(visit, form), declared);
  } catch (error) {
    return refusal(error);
  }
});
