import { html } from 'hono/html';
import { PICTURE_FIELD } from '../../../pages/kit/form-values.ts';
import type { Markup } from '../../../pages/kit/markup.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { settingsWord } from '../../texts/company-settings.ts';
import type { DeskVisit } from '../../visit.ts';

/** Field that uploads a picture as a new entry of a list. */
export const newPicture = (visit: DeskVisit, fault: Text | undefined): Markup => {
  const { language } = visit;
  const hint = settingsWord(language, 'addPictureHint');
  const { attributes, below } = aroundField(visit, { id: PICTURE_FIELD, fault, hint });
  return html`<div class="field">
    <label for="picture_file">${settingsWord(language, 'addPicture')}</label>
    <input id="picture_file" name="picture_file" type="file" accept="image/png,image/jpeg,image/webp" ${attributes} />
    ${below}
  </div>`;
};
