import type { TYPE_NAMES } from '../../domain/value/items/rules.ts';
import type { StatusName } from '../../platform/messages/item-changes.ts';
import { translation, type Translation } from './translation.ts';

export const STATUS_TEXTS: Readonly<Record<StatusName, Translation>> = {
  Used: translation('Brugt', 'Använd', 'Eingelöst', 'Brukt'),
  Cancelled: translation('Annulleret', 'Makulerad', 'Storniert', 'Annullert'),
  Expired: translation('Udløbet', 'Utgången', 'Abgelaufen', 'Utløpt'),
  Paid: translation('Betalt', 'Betald', 'Bezahlt', 'Betalt'),
  'Awaiting Payment': translation(
    'Afventer betaling',
    'Väntar på betalning',
    'Zahlung ausstehend',
    'Venter på betaling',
  ),
};

type TypeName = (typeof TYPE_NAMES)[keyof typeof TYPE_NAMES];

/** Names of item types. */
export const TYPE_TEXTS: Readonly<Record<TypeName, Translation>> = {
  'Gift Card': translation('Gavekort', 'Presentkort', 'Geschenkkarte', 'Gavekort'),
  'Gift Card Variation': translation('Oplevelse', 'Upplevelse', 'Erlebnis', 'Opplevelse'),
  'Discounted Gift Card': translation(
    'Gavekort med rabat',
    'Presentkort med rabatt',
    'Geschenkkarte mit Rabatt',
    'Gavekort med rabatt',
  ),
  'Gift Card With Added Value': translation(
    'Gavekort med ekstra værdi',
    'Presentkort med extra värde',
    'Geschenkkarte mit Mehrwert',
    'Gavekort med ekstra verdi',
  ),
  Ticket: translation('Billet', 'Biljett', 'Ticket', 'Billett'),
  'Special Offer': translation('Tilbud', 'Erbjudande', 'Angebot', 'Tilbud'),
  'Benefit Deal': translation('Fordelsaftale', 'Förmån', 'Vorteilsangebot', 'Fordelsavtale'),
};
