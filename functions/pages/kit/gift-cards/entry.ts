import { CODE_MAX_LENGTH } from '../../../domain/catalog/codes/rules.ts';
import { html, raw } from 'hono/html';
import type { ShownCard } from '../../../domain/payments/gift-cards/read-cards.ts';
import { none, type Markup } from '../markup.ts';
import { fillPlaceholder, type GiftCardTexts } from './texts.ts';

/** Names of the fields and steps of the forms. */
export const CODE_FIELD = 'gift_card_code';
export const CARD_FIELD = 'gift_card';
export const APPLY = 'apply_gift_card';
export const REMOVE = 'remove_gift_card';

/** Id of the section to which the page scrolls after a change. */
export const ENTRY_ID = 'gift-cards';

interface CardEntry {
  texts: GiftCardTexts;
  /** URL of both forms. */
  action: string;
  cards: readonly ShownCard[];
  /** Guid of the forms of this view, so that sending a form twice changes the order once. */
  attempt: string;
  /** Formats an amount in the smallest currency unit. */
  money: (minor: number) => string;
  /** Why the code was refused. */
  fault?: string | undefined;
  isOpen?: boolean;
}

/** The gift cards of an unpaid order, each with a button that removes it. */
export const cardList = (entry: CardEntry): Markup =>
  entry.cards.length === 0
    ? none
    : html`<ul aria-label="${entry.texts.heading}">
        ${entry.cards.map((card) => cardRow(entry, card))}
      </ul>`;

/** "Pay with a gift card", which opens a form for a code. */
export const codeEntry = (entry: CardEntry): Markup => {
  const { texts, cards, fault, isOpen = false } = entry;
  return html`<details ${isOpen || fault !== undefined ? raw('open') : ''}>
    <summary>${cards.length === 0 ? texts.payWith : texts.another}</summary>
    ${codeForm(entry)}
  </details>`;
};

const cardRow = ({ texts, action, attempt, money }: CardEntry, card: ShownCard): Markup => {
  const name = fillPlaceholder(texts.card, card.last4);
  return html`<li>
    <p class="card-name">
      ${name}
      ${card.left === undefined ? none : html`<span class="hint">${fillPlaceholder(texts.left, money(card.left))}</span>`}
    </p>
    <p class="card-amount">${money(-card.amount)}</p>
    <form method="post" action="${action}" target="_top">
      <input type="hidden" name="step" value="${REMOVE}" />
      <input type="hidden" name="attempt" value="${attempt}" />
      <input type="hidden" name="${CARD_FIELD}" value="${card.id}" />
      <button class="plain remove">${texts.remove}<span class="visually-hidden">: ${name}</span></button>
    </form>
  </li>`;
};

/** The form does not show a refused code again, because its card may still have value. */
const codeForm = ({ texts, action, attempt, fault }: CardEntry): Markup =>
  html`<form method="post" action="${action}" target="_top" class="code-form" novalidate>
    <input type="hidden" name="step" value="${APPLY}" />
    <input type="hidden" name="attempt" value="${attempt}" />
    <label for="gift-card-code">${texts.code}</label>
    <div class="code-line">
      <input
        id="gift-card-code"
        name="${CODE_FIELD}"
        type="text"
        maxlength="${CODE_MAX_LENGTH}"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        enterkeyhint="done"
        required
        ${fault === undefined ? '' : raw('aria-invalid="true" aria-describedby="gift-card-fault" autofocus')}
      />
      ${fault === undefined ? none : html`<p class="fault" id="gift-card-fault" role="alert">${fault}</p>`}
      <button class="plain use">${texts.use}</button>
    </div>
  </form>`;
