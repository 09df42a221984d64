import { html, raw } from 'hono/html';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { READER_MODULE_PATH, READER_SCRIPT_PATH } from '../../asset-list.ts';
import type { DeskVisit } from '../../visit.ts';

interface CodeForm {
  label: string;
  action: string;
  hasFocus?: boolean;
  /** Whether another button is the main one of the page. */
  isQuiet?: boolean;
  /** Further fields of the form. */
  kept?: Markup;
}

/** A field for a typed or scanned code. */
export const codeForm = (
  { t }: DeskVisit,
  { label, action, hasFocus = false, isQuiet = false, kept = none }: CodeForm,
): Markup =>
  html`<form class="stack code-form" method="get" action="${action}">
    ${kept}<label for="code">${label}</label>
    <div class="row">
      <input
        id="code"
        name="code"
        required
        maxlength="500"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        aria-describedby="code-hint"
        ${hasFocus ? raw('autofocus') : none}
      />
      <button ${isQuiet ? raw('class="quiet"') : none}>${t.counter.check}</button>
    </div>
    <div hidden data-camera data-reader="${READER_SCRIPT_PATH}" data-module="${READER_MODULE_PATH}">
      <p id="code-hint" class="hint">${t.counter.hint}</p>
      <button type="button" class="wide-button quiet" data-scan data-stop="${t.counter.stop}">${t.counter.scan}</button>
    </div>
    <p class="bad" role="alert" hidden data-camera-fault>${t.counter.noCamera}</p>
    <video hidden muted playsinline data-picture></video>
  </form>`;
