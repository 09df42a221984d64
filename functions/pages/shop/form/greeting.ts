import type { Visit } from '../visit.ts';
import type { FormValues } from '../../kit/form-values.ts';

const NO_PICTURE = { picture: 'none', upload_id: undefined };

/** Removes the parts of the greeting that the shop does not support, with a notice if there was input. */
export const greetingTaken = ({ shop, t }: Visit, typed: FormValues): { typed: FormValues; notices: string[] } => {
  const { greeting, ownPicture } = shop.settings;
  const picture = typed.get('picture');
  const hasPicture = picture !== '' && picture !== 'none';
  if (!greeting && (hasPicture || typed.get('greeting.message') !== '')) {
    return { typed: typed.with({ 'greeting.message': undefined, ...NO_PICTURE }), notices: [t.form.greetingGone] };
  }
  if (!ownPicture && picture === 'upload') return { typed: typed.with(NO_PICTURE), notices: [t.form.ownPictureGone] };
  return { typed, notices: [] };
};
