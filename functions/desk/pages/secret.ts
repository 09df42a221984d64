import { html, raw } from 'hono/html';
import type { PageLanguage } from '../../platform/page-languages.ts';
import type { Markup } from '../../pages/kit/markup.ts';
import type { DeskVisit } from '../visit.ts';

const TEXTS: Readonly<Record<PageLanguage, { copy: string; copied: string }>> = {
  da: { copy: 'Kopiér', copied: 'Kopieret' },
  en: { copy: 'Copy', copied: 'Copied' },
  de: { copy: 'Kopieren', copied: 'Kopiert' },
  sv: { copy: 'Kopiera', copied: 'Kopierat' },
  no: { copy: 'Kopier', copied: 'Kopiert' },
};

/**
 * A secret that is shown once, with a button that copies it. `attribute` marks the element, so that scripts and tests
 * find it.
 */
export const shownSecret = (
  { language }: Pick<DeskVisit, 'language'>,
  secret: string,
  attribute: 'data-key' | 'data-secret',
): Markup => {
  const { copy, copied } = TEXTS[language];
  return html`<p class="code secret" translate="no" ${raw(attribute)}>${secret}</p>
    <button class="quiet" type="button" data-copies="${attribute}" data-copied="${copied}" aria-live="polite">
      ${copy}
    </button>`;
};
