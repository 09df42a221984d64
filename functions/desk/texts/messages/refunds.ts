import type { REFUNDS } from '../../../platform/messages/refunds.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { minorAmount, spokenText, type DeskTranslation } from './figures.ts';

export const refunds: Translations<typeof REFUNDS, undefined, DeskTranslation> = {
  fulfillment_not_repeatable: translation(
    'Kun en opgivet ordre gennemføres igen, og ikke mens penge er på vej tilbage.',
    'Bara en order som gavs upp slutförs igen, och inte medan pengar är på väg tillbaka.',
    'Nur eine aufgegebene Bestellung wird nochmals ausgeführt, und nicht, während Geld erstattet wird.',
    'Bare en ordre som ble gitt opp, fullføres igjen, og ikke mens penger er på vei tilbake.',
  ),
  delivery_not_changeable: spokenText(
    'Only a scheduled order that is not sent yet can get another time or address.',
    'Kun en planlagt ordre, der ikke er sendt endnu, kan få et andet tidspunkt eller en anden adresse.',
    'Bara en schemalagd order som inte är skickad än kan få en annan tid eller adress.',
    'Nur eine geplante Bestellung, die noch nicht gesendet ist, kann eine andere Zeit oder Adresse erhalten.',
    'Bare en planlagt ordre som ikke er sendt ennå, kan få et annet tidspunkt eller en annen adresse.',
  ),
  recipient_missing: translation(
    'Ordren går til køberen: den har ingen modtageradresse.',
    'Ordern går till köparen: den har ingen mottagaradress.',
    'Die Bestellung geht an den Käufer: Sie hat keine Adresse eines Empfängers.',
    'Ordren går til kjøperen: den har ingen mottakeradresse.',
  ),
  item_not_issued: translation(
    'Der er ikke udstedt en sådan kode til ordren.',
    'Ingen sådan kod har utfärdats för ordern.',
    'Zu dieser Bestellung wurde kein solcher Code ausgestellt.',
    'Det er ikke utstedt noen slik kode for ordren.',
  ),
  item_named_twice: translation(
    'Koden er nævnt to gange.',
    'Koden är nämnd två gånger.',
    'Der Code ist zweimal genannt.',
    'Koden er nevnt to ganger.',
  ),
  item_refunded: translation(
    'Koden er allerede refunderet.',
    'Pengarna för koden är redan återbetalda.',
    'Der Code wurde schon erstattet.',
    'Pengene for koden er allerede refundert.',
  ),
  item_spent: translation(
    'Koden er brugt: kun det, der er tilbage på den, kan refunderes.',
    'Koden är använd: bara det som är kvar på den kan betalas tillbaka.',
    'Der Code wurde verwendet: Nur was davon übrig ist, kann erstattet werden.',
    'Koden er brukt: bare det som er igjen på den, kan refunderes.',
  ),
  item_free: translation(
    'Der er ikke betalt noget for koden: annullér den i stedet.',
    'Inget har betalats för koden: makulera den i stället.',
    'Für den Code wurde nichts bezahlt: Bitte stattdessen stornieren.',
    'Det er ikke betalt noe for koden: annuller den i stedet.',
  ),
  no_postage_left: translation(
    'Der er ikke mere porto at refundere.',
    'Det finns inget porto kvar att betala tillbaka.',
    'Es sind keine Versandkosten mehr zu erstatten.',
    'Det er ikke mer porto å refundere.',
  ),
  no_fees_left: translation(
    'Der er ikke flere gebyrer at refundere.',
    'Det finns inga avgifter kvar att betala tillbaka.',
    'Es sind keine Gebühren mehr zu erstatten.',
    'Det er ikke flere gebyrer å refundere.',
  ),
  order_value_held: spokenText(
    'Some of the value of this order is reserved by redemptions that are not finished. Refund it when they have ended.',
    'Noget af ordrens værdi er reserveret af indløsninger, der ikke er gennemført endnu. Refundér den, når de er slut.',
    'En del av orderns värde är reserverad av inlösningar som inte är genomförda än. Återbetala den när de är avslutade.',
    'Wert dieser Bestellung ist durch Einlösungen reserviert, die noch nicht abgeschlossen sind. Bitte danach erstatten.',
    'En del av ordrens verdi er reservert av innløsninger som ikke er fullført ennå. Refunder den når de er avsluttet.',
  ),
  refund_running: translation(
    'En anden refundering af ordren er i gang. Prøv igen.',
    'En annan återbetalning av ordern pågår. Försök igen.',
    'Eine andere Erstattung der Bestellung läuft noch. Bitte noch einmal versuchen.',
    'En annen refusjon av ordren er i gang. Prøv igjen.',
  ),
  settled_outside: translation(
    'Ordren er betalt uden om betalingsudbyderen: der er ingen betaling at refundere.',
    'Ordern är betald utanför betalleverantören: det finns ingen betalning att betala tillbaka.',
    'Die Bestellung wurde außerhalb des Zahlungsanbieters bezahlt: Es gibt keine Zahlung zu erstatten.',
    'Ordren er betalt utenom betalingsleverandøren: det er ingen betaling å refundere.',
  ),
  nothing_captured: spokenText(
    'This order is not paid.',
    'Ordren er ikke betalt.',
    'Ordern är inte betald.',
    'Die Bestellung ist nicht bezahlt.',
    'Ordren er ikke betalt.',
  ),
  order_was_free: translation(
    'Ordren kostede ingenting: der er intet at refundere.',
    'Ordern kostade ingenting: det finns inget att betala tillbaka.',
    'Die Bestellung hat nichts gekostet: Es gibt nichts zu erstatten.',
    'Ordren kostet ingenting: det er ingenting å refundere.',
  ),
  tickets_refunded: translation(
    'Alt, hvad der blev betalt for billetterne, er refunderet.',
    'Allt som betalades för biljetterna har betalats tillbaka.',
    'Alles, was für die Tickets bezahlt wurde, ist erstattet.',
    'Alt som ble betalt for billettene, er refundert.',
  ),
  refunded_in_too_many_parts: translation(
    'Ordren er refunderet i for mange dele. Refunder resten på én gang.',
    'Ordern har återbetalats i för många delar. Betala tillbaka resten på en gång.',
    'Die Bestellung wurde in zu vielen Teilen erstattet. Erstatten Sie den Rest auf einmal.',
    'Ordren er refundert i for mange deler. Refunder resten på én gang.',
  ),
  order_refunded: translation(
    'Alt er allerede refunderet.',
    'Allt har redan betalats tillbaka.',
    'Es wurde schon alles erstattet.',
    'Alt er allerede refundert.',
  ),
  payment_disputed: translation(
    'Kortholderens bank har gjort indsigelse mod betalingen: betalingen refunderes dér eller slet ikke.',
    'Kortinnehavarens bank har bestridit betalningen: pengarna betalas tillbaka där eller inte alls.',
    'Die Bank des Karteninhabers bestreitet die Zahlung: Das Geld wird dort erstattet oder gar nicht.',
    'Kortholderens bank har bestridt betalingen: pengene refunderes der eller ikke i det hele tatt.',
  ),
  total_not_exact: translation(
    'Ordrens sum kan ikke gengives nøjagtigt.',
    'Orderns summa kan inte återges exakt.',
    'Die Summe der Bestellung lässt sich nicht genau darstellen.',
    'Summen av ordren kan ikke gjengis nøyaktig.',
  ),
  payment_unreadable: translation(
    'Betalingen af ordren kan ikke læses.',
    'Betalningen av ordern kan inte läsas.',
    'Die Zahlung der Bestellung ist nicht lesbar.',
    'Betalingen av ordren kan ikke leses.',
  ),
  refund_above_refundable: (amount) => {
    const maximum = minorAmount(amount);
    return spokenText(
      `At most ${maximum.en} can still be refunded.`,
      `Der kan højst refunderes ${maximum.da}.`,
      `Högst ${maximum.sv} kan betalas tillbaka.`,
      `Höchstens ${maximum.de} können noch erstattet werden.`,
      `Høyst ${maximum.nb} kan refunderes.`,
    );
  },
  refund_above_named: (amount) => {
    const open = minorAmount(amount);
    return spokenText(
      `At most ${open.en} of what is selected can still be refunded.`,
      `Af det valgte er ${open.da} betalt og endnu ikke refunderet.`,
      `Av det valda är ${open.sv} betalt och ännu inte återbetalt.`,
      `Vom Gewählten sind ${open.de} bezahlt und noch nicht erstattet.`,
      `Av det valgte er ${open.nb} betalt og ennå ikke refundert.`,
    );
  },
  refund_declined: ({ reason }) =>
    translation(
      `Betalingsudbyderen afviste refunderingen: ${reason}`,
      `Betalleverantören nekade återbetalningen: ${reason}`,
      `Der Zahlungsanbieter hat die Erstattung abgelehnt: ${reason}`,
      `Betalingsleverandøren avviste refusjonen: ${reason}`,
    ),
  refund_not_recorded: spokenText(
    'The refund is not recorded yet. Try again.',
    'Refunderingen er ikke bogført endnu. Prøv igen.',
    'Återbetalningen är inte bokförd än. Försök igen.',
    'Die Erstattung ist noch nicht verbucht. Bitte noch einmal versuchen.',
    'Refusjonen er ikke bokført ennå. Prøv igjen.',
  ),
};
