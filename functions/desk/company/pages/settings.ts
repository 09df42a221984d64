import { html, raw } from 'hono/html';
import { PICTURE_FIELD } from '../../../pages/kit/form-values.ts';
import type { CompanySettings } from '../../../domain/administration/companies/present-settings.ts';
import { readCompanySettings } from '../../../domain/administration/companies/settings.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { enterButton } from '../../pages/enter-button.ts';
import { nextStep } from '../../pages/next-step.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import { thumbnail } from '../../pages/thumbnail.ts';
import { settingsWord, type SettingsWord } from '../../texts/company-settings.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { seenVersion } from '../../seen-version.ts';
import {
  cellName,
  settingsFieldsOf,
  SETTINGS_SECTIONS,
  SPARE_ROWS,
  type SettingsSection,
  type SettingsField,
} from '../settings-fields.ts';
import { newPicture } from './new-picture.ts';
import { carrierClass, control, flag, idOf, isSubmitted, labelOf } from './settings-controls.ts';
import { contractSection } from './contract-section.ts';
import { entriesAt, pictureList, shownValue, valueAt, rowCount } from '../settings-form.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';

interface SettingsView {
  refusal?: ApiError;
  isSaved?: boolean;
  /** Shows the form as it was typed, after an entry was moved. */
  isUnsaved?: boolean;
}

/** The settings of one section, with the input of a refused form. */
export const settingsPage = async (
  visit: DeskVisit,
  section: SettingsSection,
  { refusal, isSaved = false, isUnsaved = false }: SettingsView = {},
): Promise<Reply> => {
  const { language } = visit;
  const { headers = {}, body } = await readCompanySettings(visit.company.slug);
  const settings = body as CompanySettings;
  const fields = settingsFieldsOf(section, settings.language);
  const word = (name: SettingsWord): string => settingsWord(language, name);
  return deskPage(visit, {
    title: `${word('title')}: ${word(section)}`,
    place: 'settings',
    refusal,
    content: html`<h1>${word('title')}</h1>
      ${messages({ fault: refusal && faultOf(visit, refusal, fields), done: isSaved ? word('saved') : undefined })}
      ${await nextStep(visit, isSaved)} ${sectionLinks(language, section)}
      <section aria-labelledby="${section}">
        <h2 id="${section}">${word(section)}</h2>
        <form
          class="stack wide-form"
          method="post"
          action="/desk/company/${section}"
          ${pictureList(fields) ? raw('enctype="multipart/form-data"') : none}
        >
          ${tokenField(visit)}${typedInField(visit)}${pictureList(fields) ? html`<input type="hidden" name="guid" value="${newGuid()}" />` : none}
          <input
            type="hidden"
            name="seen"
            value="${isUnsaved ? visit.form.get('seen') : seenVersion(visit, refusal, headers['ETag'] ?? '')}"
          />
          ${enterButton(word('save'))} ${fieldList(visit, fields, { settings, faults: faultsIn(refusal) })}
          ${isUnsaved ? html`<p class="hint" role="status">${FORM_TEXTS[visit.language].unsaved}</p>` : none}
          <button>${word('save')}</button>
        </form>
      </section>
      ${section === 'company' ? contractSection(visit, settings) : none}`,
  });
};

const faultOf = (visit: DeskVisit, refusal: ApiError, fields: readonly SettingsField[]): string => {
  if (refusal.status === 412) return FORM_TEXTS[visit.language].changedMeanwhile;
  const names = Object.fromEntries(fields.map((field) => [field.path, labelOf(visit.language, field)]));
  return formFault(visit, refusal, {
    ...names,
    delivery: settingsWord(visit.language, 'delivery'),
    [PICTURE_FIELD]: settingsWord(visit.language, 'addPicture'),
  });
};

const sectionLinks = (language: PageLanguage, current: SettingsSection): Markup =>
  html`<nav aria-label="${settingsWord(language, 'title')}">
    <ul class="tiles">
      ${SETTINGS_SECTIONS.map(
        (section) =>
          html`<li>
            <a
              href="/desk/company${section === 'company' ? '' : `/${section}`}"
              ${section === current ? raw('aria-current="page"') : none}
              >${settingsWord(language, section)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;

const faultsIn = (refusal: ApiError | undefined): FieldFaults =>
  Object.fromEntries(Object.entries(refusal?.faults ?? {}).map(([path, [fault = '']]) => [path, fault]));

interface FormContent {
  settings: CompanySettings;
  faults: FieldFaults;
}

/**
 * The fields in their order. Texts in other languages are in a group that can be expanded. Fields for postal delivery
 * come last and are shown only while it is selected.
 */
const fieldList = (visit: DeskVisit, fields: readonly SettingsField[], stored: FormContent): Markup => {
  const shown = (group: SettingsField['group']): Markup[] =>
    fields
      .filter((field) => field.group === group)
      .map(
        (field) =>
          html`<div class="field ${carrierClass(visit, field, entriesAt(stored.settings, field.path).length > 0)}">
            ${fieldMarkup(visit, field, stored)}
          </div>`,
      );
  const languageFields = shown('languages');
  return html`${shown(undefined)}
  ${
    languageFields.length === 0
      ? none
      : html`<details class="field">
          <summary>${settingsWord(visit.language, 'otherLanguages')}</summary>
          ${languageFields}
        </details>`
  }
  ${shown('post').map((field) => html`<div class="of-post">${field}</div>`)}`;
};

const fieldMarkup = (visit: DeskVisit, field: SettingsField, { settings, faults }: FormContent): Markup => {
  const { path, kind } = field;
  const label = labelOf(visit.language, field);
  const stored = valueAt(settings, path);
  if (kind === 'flag')
    return flag(visit, path, { label, isOn: stored !== null && stored !== undefined && stored !== false });
  if (kind === 'ticks') return ticks(visit, field, stored as readonly string[]);
  if (kind === 'rows') return rows(visit, field, { settings, faults });
  const value = isSubmitted(visit) ? visit.form.get(path) : shownValue(visit, field, stored);
  const id = idOf(path);
  const hint = field.hint && settingsWord(visit.language, field.hint);
  const { attributes, below } = aroundField(visit, { id, fault: ownMember(faults, path), hint });
  const shown = control(visit, field, { id, name: path, value, label, attributes });
  return html`<label for="${id}">${label}</label> ${shown} ${below}`;
};

const ticks = (visit: DeskVisit, field: SettingsField, stored: readonly string[]): Markup =>
  html`<fieldset>
    <legend>${labelOf(visit.language, field)}</legend>
    ${(field.choices ?? []).map((each) =>
      flag(visit, `${field.path}.${each}`, {
        label: settingsWord(visit.language, each),
        isOn: stored.includes(each),
      }),
    )}
  </fieldset>`;

/**
 * A list with one row of fields per entry, stored or typed, and empty rows at the end. An entry is removed by emptying
 * its fields.
 */
const rows = (visit: DeskVisit, field: SettingsField, { settings, faults }: FormContent): Markup => {
  const { path, columns = [] } = field;
  const entries = entriesAt(settings, path);
  const title = labelOf(visit.language, field);
  const pictureAt = (row: number): string | undefined =>
    field.pictures &&
    (isSubmitted(visit)
      ? visit.form.get(cellName(path, row, field.pictures.url))
      : String(entries[row]?.[field.pictures.url]));
  return html`<fieldset class="lines">
    <legend>${title}</legend>
    ${field.hint ? html`<p class="hint">${settingsWord(visit.language, field.hint)}</p>` : none}
    <p class="hint">${settingsWord(visit.language, 'rowsText')}</p>
    ${Array.from(
      { length: Math.max(entries.length + SPARE_ROWS, rowCount(visit.form, path)) },
      (_, row) =>
        html`<div class="line-fields" role="group" aria-label="${title} ${String(row + 1)}">
          ${field.pictures ? html`<span class="frame">${thumbnail(pictureAt(row))}</span>` : none}
          ${columns.map((column) => cell(visit, column, { name: cellName(path, row, column.path), entry: entries[row], entries, faults }))}
          ${field.isOrdered && row < entries.length ? moveButtons(visit, { title, path, row, last: entries.length - 1 }) : none}
        </div>`,
    )}
    ${field.pictures ? newPicture(visit, faults[PICTURE_FIELD]) : none}
  </fieldset>`;
};

interface Movable {
  title: string;
  path: string;
  row: number;
  last: number;
}

const moveButtons = (visit: DeskVisit, entry: Movable): Markup =>
  html`<div class="row">
    ${entry.row === 0 ? none : moveButton(visit, entry, 'up')}
    ${entry.row === entry.last ? none : moveButton(visit, entry, 'down')}
  </div>`;

const moveButton = ({ language }: DeskVisit, { title, path, row }: Movable, way: 'up' | 'down'): Markup =>
  html`<button
    class="quiet"
    name="move"
    value="${path}.${String(row)}.${way}"
    aria-label="${settingsWord(language, way)}: ${title} ${String(row + 1)}"
    title="${settingsWord(language, way)}"
  >
    ${way === 'up' ? '↑' : '↓'}
  </button>`;

interface Cell {
  name: string;
  entry: Record<string, unknown> | undefined;
  /** All entries of the list. */
  entries: readonly Record<string, unknown>[];
  faults: FieldFaults;
}

const cell = (visit: DeskVisit, column: SettingsField, { name, entry, entries, faults }: Cell): Markup => {
  const label = labelOf(visit.language, column);
  const stored = entry?.[column.path];
  if (column.kind === 'flag') return flag(visit, name, { label, isOn: stored === true });
  const value = isSubmitted(visit) ? visit.form.get(name) : shownValue(visit, column, stored);
  if (column.kind === 'id') return html`<input type="hidden" name="${name}" value="${value}" />`;
  const id = idOf(name);
  const { attributes, below } = aroundField(visit, { id, fault: ownMember(faults, name) });
  const shown = control(visit, column, { id, name, value, label, attributes });
  const isFilled = entries.some((each) => typeof each[column.path] === 'number');
  return html`<div class="${carrierClass(visit, column, isFilled)}">
    <label for="${id}">${label}</label> ${shown} ${below}
  </div>`;
};
