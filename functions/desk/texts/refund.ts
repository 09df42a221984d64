import type { PageLanguage } from '../../platform/page-languages.ts';

const en = {
  title: 'Refund',
  text: 'Choose what is refunded. The result is shown before anything happens.',
  everything: 'Everything that can still be refunded',
  named: 'Only what is chosen here',
  amount: 'Amount, when it is less',
  preview: 'Show what would happen',
  previewTitle: 'This would happen',
  previewText: (amount: string, left: string) =>
    `${amount} is refunded to the buyer. After that ${left} of the order can still be refunded.`,
  spent: 'Value of these was used already. The buyer gets that money back as well:',
  used: (what: string, amount: string) => `${what}: ${amount} used`,
  withdrawn: 'These can no longer be used:',
  wholeOrder: 'Nothing of the order can be used any more, and its documents are gone.',
  confirm: (amount: string) => `Refund ${amount}`,
  back: 'Back to the order',
  done: (amount: string) => `${amount} was refunded.`,
  notNamed: 'Choose what is refunded.',
  lowered: 'These lose value:',
  left: (what: string, amount: string) => `${what}: ${amount} left`,
  more: (n: number) => `and ${n} more`,
  notSent: 'These are not sent yet, and will not be:',
  sentWithLess: 'These are not sent yet, and will be worth less:',
  each: (what: string, amount: string) => `${what}: ${amount} each`,
  meanwhile: (amount: string) =>
    `${amount} was refunded meanwhile. Your refund has not been done: this is what would happen now.`,
  otherwise:
    'Something has changed since this was shown. Your refund has not been done: this is what would happen now.',
};

export type RefundTexts = typeof en;

const da: RefundTexts = {
  title: 'Tilbagebetaling',
  text: 'Vælg, hvad der skal betales tilbage. Først vises, hvad der vil ske.',
  everything: 'Alt, der endnu kan betales tilbage',
  named: 'Kun det, der er valgt her',
  amount: 'Beløb, hvis det er mindre',
  preview: 'Vis, hvad der vil ske',
  previewTitle: 'Dette vil ske',
  previewText: (amount, left) =>
    `${amount} betales tilbage til køberen. Derefter kan der endnu betales ${left} tilbage på ordren.`,
  spent: 'Værdi af disse er allerede brugt. Køberen får også de penge tilbage:',
  used: (what, amount) => `${what}: ${amount} brugt`,
  withdrawn: 'Disse kan ikke bruges mere:',
  wholeOrder: 'Intet fra ordren kan bruges mere, og dens dokumenter er væk.',
  confirm: (amount) => `Betal ${amount} tilbage`,
  back: 'Tilbage til ordren',
  done: (amount) => `${amount} er tilbagebetalt.`,
  notNamed: 'Vælg, hvad der skal betales tilbage.',
  lowered: 'Disse mister værdi:',
  left: (what, amount) => `${what}: ${amount} tilbage`,
  more: (n) => `og ${n} mere`,
  notSent: 'Disse er ikke sendt endnu og bliver det ikke:',
  sentWithLess: 'Disse er ikke sendt endnu og bliver mindre værd:',
  each: (what, amount) => `${what}: ${amount} hver`,
  meanwhile: (amount) =>
    `${amount} er tilbagebetalt i mellemtiden. Din tilbagebetaling er ikke sket: dette ville ske nu.`,
  otherwise: 'Noget er ændret, siden dette blev vist. Din tilbagebetaling er ikke sket: dette ville ske nu.',
};

const de: RefundTexts = {
  title: 'Erstattung',
  text: 'Auswählen, was erstattet wird. Zuerst wird gezeigt, was geschehen würde.',
  everything: 'Alles, was noch erstattet werden kann',
  named: 'Nur was hier ausgewählt ist',
  amount: 'Betrag, falls es weniger ist',
  preview: 'Zeigen, was geschehen würde',
  previewTitle: 'Das würde geschehen',
  previewText: (amount, left) =>
    `${amount} gehen an den Käufer zurück. Danach könnten von der Bestellung noch ${left} erstattet werden.`,
  spent: 'Von diesen wurde bereits Wert eingelöst. Auch dieses Geld geht an den Käufer zurück:',
  used: (what, amount) => `${what}: ${amount} eingelöst`,
  withdrawn: 'Diese sind nicht mehr zu benutzen:',
  wholeOrder: 'Nichts von der Bestellung ist mehr zu benutzen, und ihre Dokumente sind weg.',
  confirm: (amount) => `${amount} erstatten`,
  back: 'Zurück zur Bestellung',
  done: (amount) => `${amount} wurden erstattet.`,
  notNamed: 'Bitte auswählen, was erstattet wird.',
  lowered: 'Diese verlieren an Wert:',
  left: (what, amount) => `${what}: noch ${amount}`,
  more: (n) => `und ${n} weitere`,
  notSent: 'Diese sind noch nicht versendet und werden es nicht mehr:',
  sentWithLess: 'Diese sind noch nicht versendet und werden weniger wert sein:',
  each: (what, amount) => `${what}: je ${amount}`,
  meanwhile: (amount) =>
    `Inzwischen wurden ${amount} erstattet. Ihre Erstattung ist nicht erfolgt: Das würde jetzt geschehen.`,
  otherwise:
    'Seit dies gezeigt wurde, hat sich etwas geändert. Ihre Erstattung ist nicht erfolgt: Das würde jetzt geschehen.',
};

const sv: RefundTexts = {
  title: 'Återbetalning',
  text: 'Välj vad som ska betalas tillbaka. Först visas vad som skulle hända.',
  everything: 'Allt som ännu kan betalas tillbaka',
  named: 'Bara det som är valt här',
  amount: 'Belopp, om det är mindre',
  preview: 'Visa vad som skulle hända',
  previewTitle: 'Detta skulle hända',
  previewText: (amount, left) =>
    `${amount} betalas tillbaka till köparen. Därefter kan ännu ${left} av ordern betalas tillbaka.`,
  spent: 'Värde av dessa är redan använt. Köparen får även de pengarna tillbaka:',
  used: (what, amount) => `${what}: ${amount} använt`,
  withdrawn: 'Dessa kan inte användas längre:',
  wholeOrder: 'Inget i ordern kan användas längre, och dess dokument är borta.',
  confirm: (amount) => `Betala tillbaka ${amount}`,
  back: 'Tillbaka till ordern',
  done: (amount) => `${amount} är återbetalt.`,
  notNamed: 'Välj vad som ska betalas tillbaka.',
  lowered: 'Dessa förlorar värde:',
  left: (what, amount) => `${what}: ${amount} kvar`,
  more: (n) => `och ${n} till`,
  notSent: 'Dessa är inte skickade än och kommer inte att skickas:',
  sentWithLess: 'Dessa är inte skickade än och blir mindre värda:',
  each: (what, amount) => `${what}: ${amount} var`,
  meanwhile: (amount) =>
    `${amount} har betalats tillbaka under tiden. Din återbetalning är inte gjord: detta skulle hända nu.`,
  otherwise: 'Något har ändrats sedan detta visades. Din återbetalning är inte gjord: detta skulle hända nu.',
};

const no: RefundTexts = {
  title: 'Tilbakebetaling',
  text: 'Velg hva som skal gis tilbake. Først vises hva som vil skje.',
  everything: 'Alt som ennå kan gis tilbake',
  named: 'Bare det som er valgt her',
  amount: 'Beløp, hvis det er mindre',
  preview: 'Vis hva som vil skje',
  previewTitle: 'Dette vil skje',
  previewText: (amount, left) =>
    `${amount} gis tilbake til kjøperen. Etter det kan det ennå gis ${left} tilbake på ordren.`,
  spent: 'Verdi av disse er allerede brukt. Kjøperen får også de pengene tilbake:',
  used: (what, amount) => `${what}: ${amount} brukt`,
  withdrawn: 'Disse kan ikke brukes mer:',
  wholeOrder: 'Ingenting i ordren kan brukes mer, og dokumentene er borte.',
  confirm: (amount) => `Gi ${amount} tilbake`,
  back: 'Tilbake til ordren',
  done: (amount) => `${amount} er gitt tilbake.`,
  notNamed: 'Velg hva som skal gis tilbake.',
  lowered: 'Disse mister verdi:',
  left: (what, amount) => `${what}: ${amount} igjen`,
  more: (n) => `og ${n} til`,
  notSent: 'Disse er ikke sendt ennå og blir det ikke:',
  sentWithLess: 'Disse er ikke sendt ennå og blir mindre verdt:',
  each: (what, amount) => `${what}: ${amount} hver`,
  meanwhile: (amount) =>
    `${amount} er gitt tilbake i mellomtiden. Tilbakebetalingen din er ikke gjort: dette ville skje nå.`,
  otherwise: 'Noe er endret siden dette ble vist. Tilbakebetalingen din er ikke gjort: dette ville skje nå.',
};

/** Texts about refunds. */
export const REFUND_TEXTS: Readonly<Record<PageLanguage, RefundTexts>> = { da, en, de, sv, no };
