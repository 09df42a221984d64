import { html, raw } from 'hono/html';
import { BRAND_FONTS } from '../../../domain/company/settings/brand-fonts.ts';
import { brandTag, presentAssets, presentBrand } from '../../../domain/company/brand/present.ts';
import { loadCompany } from '../../../domain/company/companies/load.ts';
import { ASSET_ROLES, COLOR_NAMES, type AssetRole } from '../../../domain/company/settings/brand-schema.ts';
import { listTemplates } from '../../../domain/fulfillment/templates/list.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { ownMember } from '../../../platform/own-member.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { FORM_TOKEN } from '../../forgery.ts';
import { decimal } from '../../format.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { nextStep } from '../../pages/next-step.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import type { DeskVisit } from '../../visit.ts';
import { brandValues, type ShownBrand } from '../brand-form.ts';
import { templateSections } from './templates.ts';

interface Outcome {
  outcome?: string | undefined;
  refusal?: ApiError;
  /** Set to show the submitted values again. `seen`: entity tag of the brand version that they were typed for. */
  unsaved?: { seen: string };
}

const TEMPLATES_SHOWN = 50;

export const brandPage = async (visit: DeskVisit, { outcome, refusal, unsaved }: Outcome): Promise<Reply> => {
  const { brand: t } = visit.t;
  const { method, query } = visit.request;
  const startingAfter = method === 'GET' ? query['starting_after'] : undefined;
  const [company, templates] = await Promise.all([
    loadCompany(visit.company.slug),
    listTemplates(visit.company.slug, { limit: TEMPLATES_SHOWN, startingAfter }),
  ]);
  const brand = presentBrand(company);
  const isStale = refusal?.status === 412;
  return deskPage(visit, {
    title: t.title,
    place: 'brand',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${
        isStale
          ? meanwhile(visit, brand)
          : messages({
              fault: refusal && formFault(visit, refusal, labels(visit)),
              done: doneText(visit, outcome),
            })
      }
      ${await nextStep(visit, outcome === 'saved' || outcome === 'sent')}
      <p>${t.text}</p>
      <div class="side-by-side">
        ${appearanceForm(visit, brand, {
          seen: unsaved?.seen ?? brandTag(company),
          keepsTyped: (refusal ?? unsaved) !== undefined,
          faults: visit.request.path === '/desk/brand' ? fieldFaults(refusal, Object.keys(brandValues(brand))) : {},
        })}
        ${cardPicture(visit, brand, unsaved !== undefined)}
      </div>
      ${pictures(visit, presentAssets(company).data)}
      ${templateSections(visit, templates, uploadFaults(visit, refusal))}`,
  });
};

/** The faults of the form that uploads a template. Other forms of the page have fields of the same names. */
const uploadFaults = ({ request }: DeskVisit, refusal: ApiError | undefined): FieldFaults =>
  request.path === '/desk/templates' ? fieldFaults(refusal, ['name', 'file', 'byte_size']) : {};

const doneText = ({ t: { brand: t } }: DeskVisit, outcome: string | undefined): string | undefined => {
  const texts = new Map(
    (['saved', 'sent', 'removed', 'activated', 'reverted', 'deleted', 'uploaded'] as const).map((name) => [
      name as string,
      t[name],
    ]),
  );
  return texts.get(outcome ?? '');
};

/** Displayed names of the fields, by form field. */
const labels = ({ t: { brand: t } }: DeskVisit): Record<string, string> => ({
  display_name: t.name,
  tagline: t.tagline,
  ...Object.fromEntries(COLOR_NAMES.map((name) => [`colors.${name}`, t.colors[name]])),
  'typography.heading': t.heading,
  'typography.body': t.body,
  name: t.uploadName,
  product_type: t.for,
  byte_size: t.file,
});

/** Another user has changed the brand. Shows the current values that differ from the input. */
const meanwhile = (visit: DeskVisit, brand: ShownBrand): Markup => {
  const { brand: t } = visit.t;
  const names = labels(visit);
  const otherValues = Object.entries(brandValues(brand)).filter(([path, now]) => visit.form.get(path) !== now);
  return html`<div class="bad" role="alert">
    <p>${t.changedMeanwhile}</p>
    <ul>
      ${otherValues.map(([path, now]) => html`<li>${t.now(names[path] ?? path, now === '' ? '–' : now)}</li>`)}
    </ul>
  </div>`;
};

interface AppearanceOptions {
  /** Entity tag of the brand on which the form is based. */
  seen: string;
  keepsTyped: boolean;
  /** Faults by form field. */
  faults: FieldFaults;
}

const appearanceForm = (
  visit: DeskVisit,
  brand: ShownBrand,
  { seen, keepsTyped, faults }: AppearanceOptions,
): Markup => {
  const { brand: t } = visit.t;
  const stored = brandValues(brand);
  const value = (path: string): string =>
    (keepsTyped && visit.form.has(path) ? visit.form.get(path) : stored[path]) ?? '';
  const around = (id: string, path = id) => aroundField(visit, { id, fault: ownMember(faults, path) });
  const [name, tagline] = [around('display_name'), around('tagline')];
  const contrast = brand.contrast.find(({ background }) => background === brand.colors['background']);
  return html`<section class="card" aria-labelledby="look">
    <h2 id="look">${t.look}</h2>
    <form class="stack" method="post" action="/desk/brand" data-live ${keepsTyped ? raw('data-unsaved') : none}>
      <input type="hidden" name="seen" value="${seen}" />
      <label for="display_name">${t.name}</label>
      <input
        id="display_name"
        name="display_name"
        maxlength="80"
        value="${value('display_name')}"
        autocomplete="off"
        ${name.attributes}
      />
      ${name.below}
      <label for="tagline">${t.tagline}</label>
      <input
        id="tagline"
        name="tagline"
        maxlength="160"
        value="${value('tagline')}"
        autocomplete="off"
        ${tagline.attributes}
      />
      ${tagline.below}
      <div class="swatches">
        ${COLOR_NAMES.map((color) => {
          const [id, path] = [`color-${color}`, `colors.${color}`];
          const { attributes, below } = around(id, path);
          return html`<div>
            <label for="${id}">${t.colors[color]}</label>
            <input id="${id}" name="${path}" type="color" value="${value(path)}" ${attributes} />
            ${below}
          </div>`;
        })}
      </div>
      ${contrast ? html`<p class="hint">${t.contrast(decimal(visit, contrast.ratio))}</p>` : none}
      ${fontField('heading', t.heading, value('typography.heading'))}
      ${fontField('body', t.body, value('typography.body'))}
      <p class="hint">${t.version(brand.version)}</p>
      <div class="row">
        ${
          // The token is the value of this button, because the preview's URL is made from the other fields and must not
          // contain it.
          html`<button name="${FORM_TOKEN}" value="${visit.formToken}">${t.save}</button>`
        }
        <button
          class="quiet"
          formmethod="get"
          formaction="/desk/brand/preview"
          formtarget="_blank"
          formnovalidate
          data-preview
        >
          ${t.show}
        </button>
      </div>
    </form>
  </section>`;
};

const fontField = (name: 'heading' | 'body', label: string, chosen: string): Markup =>
  html`<label for="font-${name}">${label}</label>
    <select id="font-${name}" name="typography.${name}">
      ${BRAND_FONTS.map(
        (font) => html`<option value="${font.id}" ${font.id === chosen ? raw('selected') : none}>${font.name}</option>`,
      )}
    </select>`;

/** The printed and emailed card: a picture, which a script redraws while the brand is edited, and a link to its PDF. */
const cardPicture = ({ t: { brand: t }, form }: DeskVisit, brand: ShownBrand, isTyped: boolean): Markup => {
  const typed = Object.keys(brandValues(brand)).map((path): [string, string] => [path, form.get(path)]);
  return html`<section class="card" aria-labelledby="preview">
    <h2 id="preview">${t.preview}</h2>
    <p>${t.previewText}</p>
    <p class="bad" role="alert" hidden data-card-fault></p>
    <img
      class="card-picture"
      src="/desk/brand/preview${isTyped ? `?${new URLSearchParams(typed).toString()}` : ''}"
      alt="${t.preview}"
      data-card
    />
    <p class="links">
      <a href="/desk/templates/${brand.default_template.id}/preview" target="_blank" rel="noopener">${t.open}</a>
    </p>
  </section>`;
};

type Asset = ReturnType<typeof presentAssets>['data'][number];

const TAKEN: Readonly<Record<AssetRole, string>> = {
  logo: 'image/png,image/jpeg,image/webp,image/svg+xml',
  logo_on_light: 'image/png,image/jpeg,image/webp,image/svg+xml',
  pdf_background: 'image/png,image/jpeg',
};

const pictures = (visit: DeskVisit, assets: readonly Asset[]): Markup => {
  const { brand: t } = visit.t;
  return html`<section aria-labelledby="pictures">
    <h2 id="pictures">${t.pictures}</h2>
    <p class="hint">${t.pictureHint}</p>
    ${ASSET_ROLES.map((role) =>
      pictureForm(
        visit,
        role,
        assets.find((asset) => asset.role === role),
      ),
    )}
  </section>`;
};

const pictureForm = (visit: DeskVisit, role: AssetRole, asset: Asset | undefined): Markup => {
  const { brand: t } = visit.t;
  const path = asset && new URL(asset.url).pathname;
  return html`<form
    class="stack picture"
    method="post"
    enctype="multipart/form-data"
    action="/desk/brand/pictures/${role}"
  >
    ${tokenField(visit)}
    <label for="file-${role}">${t.roles[role]}</label>
    ${path === undefined ? none : html`<img class="asset asset-${role.replaceAll('_', '-')}" src="${path}" alt="${t.roles[role]}" />`}
    <div class="row">
      <input id="file-${role}" name="picture_file" type="file" accept="${TAKEN[role]}" />
      <button class="quiet" name="step" value="send">
        ${t.send}<span class="visually-hidden"> ${t.roles[role]}</span>
      </button>
      ${
        asset
          ? html`<button class="quiet" name="step" value="remove">
              ${t.remove}<span class="visually-hidden"> ${t.roles[role]}</span>
            </button>`
          : none
      }
    </div>
  </form>`;
};
