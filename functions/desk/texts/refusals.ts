import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Refusals of operations that only the desk offers, by the service's English text; `{}` is a placeholder. */
export const REFUSALS: Readonly<Record<string, Translation>> = {
  'At most {} can still be refunded.': translation(
    'Der kan højst gives {} tilbage.',
    'Högst {} kan ges tillbaka.',
    'Höchstens {} können noch erstattet werden.',
    'Høyst {} kan gis tilbake.',
  ),
  'What is named was paid with {} that was not given back yet.': translation(
    'Af det valgte er {} betalt og endnu ikke refunderet.',
    'Av det valda är {} betalt och ännu inte återbetalat.',
    'Vom Gewählten sind {} bezahlt und noch nicht erstattet.',
    'Av det valgte er {} betalt og ennå ikke gitt tilbake.',
  ),
  'The payment gateway refused the refund: {}': translation(
    'Betalingsløsningen afviste tilbagebetalingen: {}',
    'Betalningslösningen nekade återbetalningen: {}',
    'Der Zahlungsdienst hat die Erstattung abgelehnt: {}',
    'Betalingsløsningen avviste tilbakebetalingen: {}',
  ),
  'The order has other items than were shown. Nothing was redeemed; look at them again.': translation(
    'Ordren har andre koder end dem, der blev vist. Intet er indløst; se på dem igen.',
    'Ordern har andra koder än de som visades. Inget har lösts in; titta på dem igen.',
    'Die Bestellung hat andere Codes als die gezeigten. Nichts wurde eingelöst; bitte noch einmal ansehen.',
    'Ordren har andre koder enn dem som ble vist. Ingenting er innløst; se på dem igjen.',
  ),
  'This draft was published. Open a new one; it can begin with any revision.': translation(
    'Kladden er udgivet. Begynd en ny; den kan begynde med enhver udgave.',
    'Utkastet är publicerat. Påbörja ett nytt; det kan utgå från vilken version som helst.',
    'Dieser Entwurf wurde veröffentlicht. Bitte einen neuen beginnen; er kann von jeder Fassung ausgehen.',
    'Kladden er publisert. Begynn på en ny; den kan ta utgangspunkt i enhver utgave.',
  ),
  'This draft was discarded. Open a new one; it can begin with any revision.': translation(
    'Kladden er kasseret. Begynd en ny; den kan begynde med enhver udgave.',
    'Utkastet är kastat. Påbörja ett nytt; det kan utgå från vilken version som helst.',
    'Dieser Entwurf wurde verworfen. Bitte einen neuen beginnen; er kann von jeder Fassung ausgehen.',
    'Kladden er forkastet. Begynn på en ny; den kan ta utgangspunkt i enhver utgave.',
  ),
  'Settlement by invoice is not on the contract of this company: items cannot be issued directly.': translation(
    'Virksomheden har ingen fakturaaftale, så der kan ikke udstedes uden salg.',
    'Företaget har inget fakturaavtal, så inget kan utfärdas utan försäljning.',
    'Das Unternehmen hat keinen Rechnungsvertrag, daher kann nichts ohne Verkauf ausgestellt werden.',
    'Selskapet har ingen fakturaavtale, så ingenting kan utstedes uten salg.',
  ),
  'This is more than the largest amount, {}.': translation(
    'Det er mere end det største beløb, {}.',
    'Det är mer än det största beloppet, {}.',
    'Das ist mehr als der größte Betrag, {}.',
    'Det er mer enn det største beløpet, {}.',
  ),
};
