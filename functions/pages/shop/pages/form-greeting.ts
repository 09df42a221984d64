import { html, raw } from 'hono/html';
import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import { none, type Markup, hidden } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { faultTexts } from '../texts/faults.ts';
import { catalogText } from './cards.ts';
import { faultOf, idOf, textArea, type FilledForm } from './fields.ts';

/** Maximum size of an uploaded picture in bytes. */
export const SENT_PICTURE_MAX_BYTES = 4 * 1024 * 1024;

/** The maximum size as text. */
export const SENT_PICTURE_MAX = `${SENT_PICTURE_MAX_BYTES / 1024 / 1024} MB`;

interface GreetingPart {
  product: ListedProduct;
  /** URL of the picture that the buyer has uploaded. */
  ownPicture: string | undefined;
}

/** Fields for a message and a picture on the card. */
export const greetingPart = (visit: Visit, filled: FilledForm, { product, ownPicture }: GreetingPart): Markup => {
  const { t, shop } = visit;
  if (!shop.settings.greeting) return none;
  const { max_length: maximum } = product.personalization.greeting;
  const message =
    maximum > 0
      ? textArea(filled, {
          name: 'greeting.message',
          label: t.form.message,
          maxLength: maximum,
          hint: t.form.maximum(maximum),
          attributes: raw(`data-count="${maximum}"`),
          after: html`<p
            class="count-left with-script"
            data-one="${t.form.left(1)}"
            data-many="${t.form.left(2)}"
            aria-live="polite"
          ></p>`,
        })
      : none;
  return html`<fieldset class="card">
    <legend>${t.form.greeting} <span class="optional">(${t.form.optional})</span></legend>
    ${message} ${picturePart(visit, filled, { product, ownPicture })}
  </fieldset>`;
};

const picturePart = (visit: Visit, filled: FilledForm, { product, ownPicture }: GreetingPart): Markup => {
  const { t, shop } = visit;
  const { designs } = product.personalization;
  const isOwn = shop.settings.ownPicture;
  if (designs.length === 0 && !isOwn) return none;
  const chosen = filled.typed.get('picture') || 'none';
  filled.labels.set('picture', t.form.picture);
  const radio = (value: string): Markup =>
    html`<input type="radio" name="picture" value="${value}" ${value === chosen ? raw('checked') : ''} />`;
  return html`<fieldset id="${idOf('picture')}" tabindex="-1">
    <legend>${t.form.picture}</legend>
    <div class="designs">
      <label class="design">
        <span class="tile" aria-hidden="true">–</span>
        <span class="label">${radio('none')}<span>${t.form.noPicture}</span></span>
      </label>
      ${designs.map(
        ({ id, name, url }) =>
          html`<label class="design">
            <img src="${url}" alt="" width="300" height="200" loading="lazy" decoding="async" />
            <span class="label">${radio(id)}<span>${catalogText(visit, name)}</span></span>
          </label>`,
      )}
      ${
        isOwn
          ? html`<label class="design">
              <span class="tile" aria-hidden="true">+</span>
              <span class="label">${radio('upload')}<span>${t.form.ownPicture}</span></span>
            </label>`
          : none
      }
    </div>
    ${isOwn ? ownPictureField(visit, filled, ownPicture) : none} ${faultOf(filled, 'picture')}
  </fieldset>`;
};

const ownPictureField = ({ t, language }: Visit, filled: FilledForm, ownPicture: string | undefined): Markup => {
  const uploadId = filled.typed.get('upload_id');
  return html`<div class="field if-upload">
    <label for="picture-file">${t.form.pictureFile}</label>
    <p class="hint" id="picture-hint">${t.form.pictureHint(SENT_PICTURE_MAX)}</p>
    <input
      id="picture-file"
      name="picture_file"
      type="file"
      accept="image/jpeg,image/png,image/webp"
      aria-describedby="picture-hint picture-state"
      data-most="${SENT_PICTURE_MAX_BYTES}"
    />
    ${hidden('upload_id', uploadId)}
    <p
      class="hint"
      id="picture-state"
      aria-live="polite"
      data-ready="${t.form.pictureReady}"
      data-busy="${t.form.pictureUploading}"
      data-wrong="${faultTexts(language).pictureWrong}"
      data-large="${t.form.pictureTooLarge(SENT_PICTURE_MAX)}"
    >
      ${uploadId === '' ? '' : t.form.pictureKept}
    </p>
    ${ownPicture === undefined ? none : html`<img class="picture-preview" src="${ownPicture}" alt="" />`}
  </div>`;
};
