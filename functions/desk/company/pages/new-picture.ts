import { html } from 'hono/html';
import type { Markup } from '../../../pages/kit/markup.ts';
import { settingsWord } from '../../texts/company-settings.ts';
import type { DeskVisit } from '../../visit.ts';

/** The file of a picture that becomes a new entry of a list. */
export const newPicture = ({ language }: DeskVisit): Markup =>
  html`<div class="field">
    <label for="picture_file">${settingsWord(language, 'addPicture')}</label>
    <input
      id="picture_file"
      name="picture_file"
      type="file"
      accept="image/png,image/jpeg,image/webp"
      aria-describedby="picture_file-hint"
    />
    <p id="picture_file-hint" class="hint">${settingsWord(language, 'addPictureHint')}</p>
  </div>`;
