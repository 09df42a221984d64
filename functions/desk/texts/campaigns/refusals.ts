import { translation, type Translation } from '../../../pipeline/translation/translation.ts';

/** Why a form of campaigns or discount codes was refused, by the service's English text; `{}` is a placeholder. */
export const CAMPAIGN_REFUSALS: Readonly<Record<string, Translation>> = {
  'This is not an amount.': translation(
    'Det er ikke et beløb.',
    'Det är inget belopp.',
    'Das ist kein Betrag.',
    'Det er ikke et beløp.',
  ),
  'This is not a number.': translation(
    'Det er ikke et tal.',
    'Det är inget tal.',
    'Das ist keine Zahl.',
    'Det er ikke et tall.',
  ),
  'This is not a day with a time.': translation(
    'Det er ikke en dag med et tidspunkt.',
    'Det är inte en dag med en tid.',
    'Das ist kein Tag mit Uhrzeit.',
    'Det er ikke en dag med et tidspunkt.',
  ),
  'The company has this discount code already.': translation(
    'Rabatkoden findes allerede.',
    'Rabattkoden finns redan.',
    'Den Rabattcode gibt es schon.',
    'Rabattkoden finnes allerede.',
  ),
  'The company has this code already.': translation(
    'En af koderne findes allerede.',
    'En av koderna finns redan.',
    'Einen der Codes gibt es schon.',
    'En av kodene finnes allerede.',
  ),
  'The company has this code twice.': translation(
    'En af koderne er nævnt to gange.',
    'En av koderna är nämnd två gånger.',
    'Einer der Codes ist zweimal genannt.',
    'En av kodene er nevnt to ganger.',
  ),
  'This is more than amount_to, {}.': translation(
    'Det er mere end det højeste beløb.',
    'Det är mer än det högsta beloppet.',
    'Das ist mehr als der höchste Betrag.',
    'Det er mer enn det høyeste beløpet.',
  ),
  'This is more than the largest amount, {}.': translation(
    'Det er mere end det største beløb, {}.',
    'Det är mer än det största beloppet, {}.',
    'Das ist mehr als der größte Betrag, {}.',
    'Det er mer enn det største beløpet, {}.',
  ),
  'This moment lies before the one it follows.': translation(
    'Slutningen ligger før begyndelsen.',
    'Slutet ligger före början.',
    'Das Ende liegt vor dem Beginn.',
    'Slutten ligger før begynnelsen.',
  ),
  'A price cannot be lowered by more than 100 per cent.': translation(
    'En pris kan højst sænkes 100 procent.',
    'Ett pris kan sänkas högst 100 procent.',
    'Ein Preis lässt sich höchstens um 100 Prozent senken.',
    'En pris kan senkes høyst 100 prosent.',
  ),
  'Send either count or codes.': translation(
    'Angiv enten hvor mange eller egne koder.',
    'Ange antingen hur många eller egna koder.',
    'Bitte entweder die Anzahl oder eigene Codes angeben.',
    'Oppgi enten hvor mange eller egne koder.',
  ),
  'This takes letters, digits, hyphens and underscores.': translation(
    'Kun bogstaver, tal, bindestreger og understreger.',
    'Bara bokstäver, siffror, bindestreck och understreck.',
    'Nur Buchstaben, Ziffern, Binde- und Unterstriche.',
    'Bare bokstaver, tall, bindestreker og understreker.',
  ),
  'The codes are still being created. Try again.': translation(
    'Koderne er ved at blive oprettet. Prøv igen.',
    'Koderna håller på att skapas. Försök igen.',
    'Die Codes werden noch angelegt. Bitte noch einmal versuchen.',
    'Kodene er i ferd med å bli opprettet. Prøv igjen.',
  ),
  'The company has no experience {}.': translation(
    'Oplevelsen findes ikke.',
    'Upplevelsen finns inte.',
    'Das Erlebnis gibt es nicht.',
    'Opplevelsen finnes ikke.',
  ),
};
