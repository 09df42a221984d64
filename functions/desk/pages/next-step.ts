import { html } from 'hono/html';
import { readSetup, type CompanySetup } from '../../domain/administration/companies/setup.ts';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { settingsWord } from '../texts/company-settings.ts';
import type { DeskVisit } from '../visit.ts';

/** The first required step that is open, otherwise the first optional one. */
export const nextOf = ({ steps }: CompanySetup): CompanySetup['steps'][number] | undefined =>
  steps.find(({ done, required }) => !done && required) ?? steps.find(({ done }) => !done);

/**
 * Below the result of a form: the next step of the set-up, for users with the right to do it. Empty after the last
 * step.
 */
export const nextStep = async (visit: DeskVisit, isDone: boolean): Promise<Markup> => {
  if (!isDone || !visit.rights.has('settings')) return none;
  const next = nextOf(await readSetup(visit.company.slug, visit.language));
  if (!next) return none;
  return html`<p class="links next-step">
    ${settingsWord(visit.language, 'nextStep')}: <a href="${next.url}">${next.title}</a>
  </p>`;
};
