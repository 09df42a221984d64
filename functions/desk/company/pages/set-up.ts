import { html } from 'hono/html';
import type { CompanySetup } from '../../../domain/administration/companies/setup.ts';
import { none } from '../../../pages/kit/markup.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { deskPage } from '../../layout.ts';
import { nextOf } from '../../pages/next-step.ts';
import { settingsWord, type SettingsWord } from '../../texts/company-settings.ts';
import { emptyText } from '../../texts/empty.ts';
import type { DeskVisit } from '../../visit.ts';

/** The steps to a first sale. Open steps have a link to their page. */
export const setUpPage = (visit: DeskVisit, setup: CompanySetup): Promise<Reply> => {
  const { ready, steps } = setup;
  const word = (name: SettingsWord): string => settingsWord(visit.language, name);
  const doneSteps = steps.filter(({ done }) => done).length;
  const isAllDone = doneSteps === steps.length;
  const next = nextOf(setup);
  return deskPage(visit, {
    title: word('setUp'),
    place: 'setUp',
    content: html`<h1>${word('setUp')}</h1>
      <p role="status">${isAllDone ? word('setUpDone') : ready ? word('setUpReady') : word('setUpText')}</p>
      ${
        ready
          ? html`<p class="links">
              <a class="button" href="/shop/${visit.company.slug}">${emptyText(visit.language, 'openShop')}</a>
            </p>`
          : none
      }
      <progress max="${String(steps.length)}" value="${String(doneSteps)}" aria-label="${word('setUp')}"></progress>
      <ol class="steps">
        ${steps.map(
          ({ id, done, required, title, url }) =>
            html`<li data-step="${id}" class="${done ? 'is-done' : id === next?.id ? 'is-next' : ''}">
              <span>${done ? title : html`<a href="${url}">${title}</a>`}</span>
              <span class="step">${word(done ? 'stepDone' : required ? 'stepRequired' : 'stepOpen')}</span>
            </li>`,
        )}
      </ol>`,
  });
};
