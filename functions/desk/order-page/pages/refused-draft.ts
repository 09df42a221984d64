import { html } from 'hono/html';
import type { PageValues } from '../../../domain/storefront/order-page/schema.ts';
import { translationOf, type Text, type Translations } from '../../../platform/messages/message.ts';
import { pages, type PAGES } from '../../../platform/messages/pages.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { ownMember } from '../../../platform/own-member.ts';
import type { Markup } from '../../../pages/kit/markup.ts';
import { money } from '../../format.ts';
import { languageName } from '../../language.ts';
import { localize } from '../../localize.ts';
import { messages, notices } from '../../pages/notices.ts';
import type { DeskVisit } from '../../visit.ts';
import { editsIn, isSubmitted, type PageField } from '../draft-form.ts';
import { choiceNames, labelIn, type DraftFaults } from './draft-fields.ts';

type Names = Readonly<Record<string, string>>;

interface RefusedDraft {
  refusal: ApiError;
  fields: readonly PageField[];
  /** Values of the draft. */
  values: PageValues;
  /** Values of the live page. */
  live: PageValues;
  /** Names of products by product id. */
  products: Names;
}

/** Why nothing was saved: a concurrent change by another user, or faults by field. */
export const refusedDraft = (visit: DeskVisit, { refusal, fields, values, live, products }: RefusedDraft): Markup => {
  const { page: t } = visit.t;
  if (refusal.status === 412) {
    if (visit.form.get('step') === 'discard') return messages({ fault: t.discardedNot });
    return currentValues(visit, { message: t.changedMeanwhile, fields, values, products });
  }
  if (refusal.code === 'draft_closed' && isSubmitted(visit)) {
    return currentValues(visit, { message: t.closedMeanwhile, fields, values: live, products });
  }
  const faults = Object.entries(refusal.faults);
  if (faults.length === 0) return notices(visit, { refusal });
  const faulty = (name: string) => fields.find(({ path }) => `values.${path}` === name);
  return html`<div class="bad" role="alert">
    <ul>
      ${faults.map(
        ([name, messages]) =>
          html`<li>
            ${faulty(name)?.label ?? name}: ${messages.map((each) => faultText(visit, faulty(name), each)).join(' ')}
          </li>`,
      )}
    </ul>
  </div>`;
};

/** The faults of a refused form by path of the field. */
export const draftFaults = (
  visit: DeskVisit,
  refusal: ApiError | undefined,
  fields: readonly PageField[],
): DraftFaults =>
  new Map(
    fields.flatMap((field) => {
      const faults = refusal?.faults[`values.${field.path}`];
      if (faults === undefined) return [];
      const languages = faults.flatMap((fault) => translationOf(FAULT_LANGUAGES, fault, undefined) ?? []);
      return [[field.path, { text: faults.map((each) => faultText(visit, field, each)).join(' '), languages }]];
    }),
  );

/** The language of a text with a fault. */
const FAULT_LANGUAGES: Partial<Translations<typeof PAGES, undefined, PageLanguage>> = {
  text_fault: ({ language }) => language,
};

/** The current values that differ from the input. */
const currentValues = (
  visit: DeskVisit,
  { message, products, ...page }: { message: string; products: Names } & Pick<RefusedDraft, 'fields' | 'values'>,
): Markup => {
  const { page: t } = visit.t;
  const { fields, values } = page;
  const names = { ...choiceNames(visit), ...products };
  const edits = visit.form.has('step') ? {} : editsIn(visit, fields, values);
  const shownValues = fields
    .filter(({ path }) => edits[path] !== undefined)
    .flatMap((field) => currentValuesOf(visit, field, { edit: edits[field.path], value: values[field.path], names }));
  return html`<div class="bad" role="alert">
    <p>${message}</p>
    ${
      shownValues.length === 0
        ? html`<p>${t.nothingElse}</p>`
        : html`<ul>
            ${shownValues.map(([name, value]) => html`<li>${t.now(name, value)}</li>`)}
          </ul>`
    }
  </div>`;
};

/** A field with its current value. A localized text has an entry for each language in which the input differs. */
const currentValuesOf = (
  visit: DeskVisit,
  field: PageField,
  { edit, value, names }: { edit: unknown; value: unknown; names: Names },
): [name: string, value: string][] => {
  if (!field.localized) return [[field.label, shown(visit, field, { value, names })]];
  const [typed, texts] = [edit, value ?? {}] as [object, Readonly<Record<string, string>>];
  return PAGE_LANGUAGES.filter((language) => language in typed).map((language) => [
    labelIn(visit, field, language),
    shownPart(texts[language] ?? ''),
  ]);
};

const SHOWN_MAX = 120;

const shownPart = (text: string): string => text.slice(0, SHOWN_MAX) || '–';

/** A value as a short text. */
const shown = (visit: DeskVisit, field: PageField, { value, names }: { value: unknown; names: Names }): string => {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  const format = (entry: unknown): string =>
    isAmounts(field) ? amount(visit, Number(entry)) : (ownMember(names, String(entry)) ?? String(entry));
  return shownPart(entries.map(format).join(', '));
};

const isAmounts = ({ items }: PageField): boolean => items?.type === 'integer';

const amount = (visit: DeskVisit, minor: number): string =>
  money(visit, decimalFromMinor(minor, visit.company.currency), visit.company.currency);

interface FaultPlace {
  visit: DeskVisit;
  field: PageField | undefined;
}

/** Faults whose text contains amounts or languages, formatted for the desk. */
const SHOWN_FAULTS: Partial<Translations<typeof PAGES, FaultPlace, string>> = {
  text_fault: ({ language, fault }, { visit }) =>
    `${languageName(visit.language, language)}: ${localize(visit, fault)}`,
  entry_repeated: ({ entry }, place) =>
    localize(place.visit, pages('entry_repeated', { entry: entryText(place, entry) })),
  entry_out_of_range: ({ entry, minimum, maximum }, place) =>
    localize(
      place.visit,
      pages('entry_out_of_range', {
        entry: entryText(place, entry),
        minimum: entryText(place, minimum),
        maximum: entryText(place, maximum),
      }),
    ),
  language_not_shown: ({ language }, { visit }) =>
    localize(visit, pages('language_not_shown', { language: languageText(visit, language) })),
  default_language_missing: ({ language }, { visit }) =>
    localize(visit, pages('default_language_missing', { language: languageText(visit, language) })),
};

const entryText = ({ visit, field }: FaultPlace, entry: number | string): string =>
  field && isAmounts(field) && /^\d+$/.test(String(entry)) ? amount(visit, Number(entry)) : String(entry);

/** Name of a language. `language` is its tag as a JSON string. */
const languageText = (visit: DeskVisit, language: string): string =>
  ownMember(choiceNames(visit), language.replaceAll('"', '')) ?? language;

const faultText = (visit: DeskVisit, field: PageField | undefined, fault: Text): string =>
  translationOf(SHOWN_FAULTS, fault, { visit, field }) ?? localize(visit, fault);
