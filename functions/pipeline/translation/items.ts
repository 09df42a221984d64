import type { ITEMS } from '../../platform/messages/items.ts';
import { translation, type LegacyTranslations } from './translation.ts';

/** Why an item cannot be redeemed. */
export const items = {
  item_used: translation(
    'Koden er allerede brugt.',
    'Koden är redan använd.',
    'Der Code ist bereits eingelöst.',
    'Koden er allerede brukt.',
  ),
  item_unpaid: translation(
    'Koden er endnu ikke betalt.',
    'Koden är inte betald än.',
    'Der Code ist noch nicht bezahlt.',
    'Koden er ikke betalt ennå.',
  ),
  item_empty: translation(
    'Der er intet tilbage på koden.',
    'Det finns inget kvar på koden.',
    'Vom Code ist nichts mehr übrig.',
    'Det er ingenting igjen på koden.',
  ),
  item_expired: ({ day }) =>
    translation(
      `Koden udløb den ${day}.`,
      `Koden gick ut den ${day}.`,
      `Der Code ist am ${day} abgelaufen.`,
      `Koden utløp den ${day}.`,
    ),
  item_cancelled: translation(
    'Koden er annulleret.',
    'Koden är makulerad.',
    'Der Code ist storniert.',
    'Koden er annullert.',
  ),
  item_blocked: translation('Koden er spærret.', 'Koden är spärrad.', 'Der Code ist gesperrt.', 'Koden er sperret.'),
  item_disputed: translation(
    'Der er gjort indsigelse mod betalingen for koden: den kan ikke indløses, før det er afgjort.',
    'Betalningen för koden är bestridd: den kan inte lösas in förrän det är avgjort.',
    'Die Zahlung für den Code wird bestritten: Bis zur Entscheidung kann er nicht eingelöst werden.',
    'Betalingen for koden er bestridt: den kan ikke innløses før det er avgjort.',
  ),
  item_replaced: translation(
    'Koden er erstattet af en ny.',
    'Koden har ersatts av en ny.',
    'Der Code wurde durch einen neuen ersetzt.',
    'Koden er erstattet av en ny.',
  ),
  item_blocked_because: ({ reason }) =>
    translation(
      `Koden er spærret: ${reason}`,
      `Koden är spärrad: ${reason}`,
      `Der Code ist gesperrt: ${reason}`,
      `Koden er sperret: ${reason}`,
    ),
  amount_reserved: ({ amount, currency, until }) =>
    translation(
      `${amount} ${currency} af koden er reserveret til ${until}.`,
      `${amount} ${currency} av koden är reserverade till ${until}.`,
      `${amount} ${currency} des Codes sind bis ${until} reserviert.`,
      `${amount} ${currency} av koden er reservert til ${until}.`,
    ),
  amount_reserved_for_order: ({ amount, currency }) =>
    translation(
      `${amount} ${currency} af koden er reserveret til en ordre, der ikke er betalt endnu.`,
      `${amount} ${currency} av koden är reserverade för en order som inte är betald än.`,
      `${amount} ${currency} des Codes sind für eine noch nicht bezahlte Bestellung reserviert.`,
      `${amount} ${currency} av koden er reservert for en ordre som ikke er betalt ennå.`,
    ),
  pieces_reserved: ({ pieces, until }) =>
    translation(
      `${pieces} stk. af koden er reserveret til ${until}.`,
      `${pieces} st. av koden är reserverade till ${until}.`,
      `${pieces} Stück des Codes sind bis ${until} reserviert.`,
      `${pieces} stk. av koden er reservert til ${until}.`,
    ),
  pieces_reserved_for_order: ({ pieces }) =>
    translation(
      `${pieces} stk. af koden er reserveret til en ordre, der ikke er betalt endnu.`,
      `${pieces} st. av koden är reserverade för en order som inte är betald än.`,
      `${pieces} Stück des Codes sind für eine noch nicht bezahlte Bestellung reserviert.`,
      `${pieces} stk. av koden er reservert for en ordre som ikke er betalt ennå.`,
    ),
  item_reserved: ({ until }) =>
    translation(
      `Koden er reserveret til ${until}.`,
      `Koden är reserverad till ${until}.`,
      `Der Code ist bis ${until} reserviert.`,
      `Koden er reservert til ${until}.`,
    ),
  item_reserved_for_order: translation(
    'Koden er reserveret til en ordre, der ikke er betalt endnu.',
    'Koden är reserverad för en order som inte är betald än.',
    'Der Code ist für eine noch nicht bezahlte Bestellung reserviert.',
    'Koden er reservert for en ordre som ikke er betalt ennå.',
  ),
} satisfies LegacyTranslations<typeof ITEMS>;
