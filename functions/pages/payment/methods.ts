import { html, raw } from 'hono/html';
import type { SessionDetails } from '../../adapters/payments/test-gateway-protocol.ts';
import type { GatewaySessionRow } from '../../domain/payments/test-gateway/rows.ts';
import { outcomesOf, type CardFaults, type CardField } from '../../domain/payments/test-gateway/rules.ts';
import { METHODS, type PaymentMethodType } from '../../platform/payment-methods.ts';
import { methodTexts, approvalKindOf } from './method-texts.ts';
import { fill, type PaymentTexts } from './texts.ts';

type Markup = ReturnType<typeof html>;

/** The buyer's input. The card number is shown again for correction, the security code is not. */
export interface TypedForm {
  values: Partial<Record<CardField, string>>;
  faults: CardFaults;
}

interface Parts {
  details: SessionDetails;
  typed: TypedForm | undefined;
  /** The formatted total. */
  total: string;
}

/** A form for each offered method. One is expanded; expanding another collapses it, without JavaScript. */
export const methodForms = (texts: PaymentTexts, session: GatewaySessionRow, parts: Parts): Markup => {
  const { methods } = parts.details;
  const last = methods.find((type) => type === (session.lastAttempt?.type ?? 'card'));
  const open = parts.typed && methods.includes('card') ? 'card' : (last ?? methods[0]);
  const form = (type: PaymentMethodType): Markup =>
    type === 'card' ? cardForm(texts, session, parts) : otherForm(texts, session, { ...parts, type });
  if (methods.length === 1) return html`<section class="card">${methods.map(form)}</section>`;
  return html`${methods.map(
    (type) =>
      html`<details class="card method" name="method" ${type === open ? raw('open') : ''}>
        <summary>${nameOf(texts, type)}</summary>
        ${form(type)}
      </details>`,
  )}`;
};

const nameOf = (texts: PaymentTexts, type: PaymentMethodType): string =>
  type === 'card' ? methodTexts(texts).card : METHODS[type].name;

const cardForm = (texts: PaymentTexts, session: GatewaySessionRow, { typed, total }: Parts): Markup =>
  html`<form method="post" action="${session.sessionId}" aria-labelledby="card-details" novalidate>
    <h2 id="card-details">${texts.cardDetails}</h2>
    <input type="hidden" name="attempts" value="${session.attempts}" />
    ${field(texts, typed, { name: 'card_number', label: texts.cardNumber, autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxLength: 23 })}
    <div class="pair">
      ${field(texts, typed, { name: 'expiry', label: texts.expiry, autocomplete: 'cc-exp', placeholder: texts.expiryHint, maxLength: 9 })}
      ${field(texts, typed, { name: 'cvc', label: texts.cvc, autocomplete: 'cc-csc', placeholder: '123', maxLength: 4 })}
    </div>
    <p class="note">${fill(texts.testCardHint, '4242 4242 4242 4242')}</p>
    <button type="submit">${lock()}${fill(texts.pay, total)}</button>
  </form>`;

/** The form that simulates the outcome of a method with its own app or site. */
const otherForm = (
  texts: PaymentTexts,
  session: GatewaySessionRow,
  { type, total }: Parts & { type: PaymentMethodType },
): Markup => {
  const { name } = METHODS[type];
  const labels = methodTexts(texts);
  return html`<form method="post" action="${session.sessionId}" aria-label="${name}">
    <input type="hidden" name="attempts" value="${session.attempts}" />
    <input type="hidden" name="method" value="${type}" />
    <p>${fill(labels.ways[approvalKindOf(type)], name)}</p>
    <fieldset>
      <legend>${labels.outcome}</legend>
      ${outcomesOf(type).map(
        (outcome, position) =>
          html`<label class="choice"
            ><input type="radio" name="outcome" value="${outcome}" ${position === 0 ? raw('checked') : ''} />
            ${labels.outcomes[outcome]}</label
          >`,
      )}
    </fieldset>
    <button type="submit">${lock()}${fill(fill(labels.payWith, total), name)}</button>
  </form>`;
};

const FIELDS = ['card_number', 'expiry', 'cvc'] as const;

/** The first field with a fault, which gets the focus. */
export const firstFaultyField = (typed: TypedForm | undefined): CardField | undefined =>
  FIELDS.find((name) => typed?.faults[name] !== undefined);

interface TextField {
  name: CardField;
  label: string;
  autocomplete: string;
  placeholder: string;
  maxLength: number;
}

const field = (
  texts: PaymentTexts,
  typed: TypedForm | undefined,
  { name, label, autocomplete, placeholder, maxLength }: TextField,
): Markup => {
  const fault = typed?.faults[name];
  const isFirstFault = fault !== undefined && firstFaultyField(typed) === name;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="numeric"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      maxlength="${maxLength}"
      value="${typed?.values[name] ?? ''}"
      required
      ${fault ? raw(`aria-invalid="true" aria-describedby="${name}-fault"`) : ''}
      ${isFirstFault ? raw('autofocus') : ''}
    />
    ${fault ? html`<p class="fault" id="${name}-fault">${texts.faults[name][fault]}</p>` : ''}
  </div>`;
};

export const lock = (): Markup =>
  raw(
    '<svg class="lock" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">' +
      '<path d="M4 7V5a4 4 0 0 1 8 0v2h.5A1.5 1.5 0 0 1 14 8.5v5A1.5 1.5 0 0 1 12.5 15h-9A1.5 1.5 0 0 1 2 13.5v-5' +
      'A1.5 1.5 0 0 1 3.5 7H4zm2 0h4V5a2 2 0 1 0-4 0v2z"/></svg>',
  );
