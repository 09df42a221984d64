import type { MethodOutcome } from '../../domain/payments/test-gateway/rules.ts';
import { ownMember } from '../../platform/own-member.ts';
import type { PaymentMethodType } from '../../platform/payment-methods.ts';
import type { PaymentTexts } from './texts.ts';

/** How a buyer approves a payment with a method. */
type Way = 'app' | 'account' | 'bank' | 'later';

const WAYS: Readonly<Record<Exclude<PaymentMethodType, 'card'>, Way>> = {
  link: 'account',
  mobilepay: 'app',
  vipps: 'app',
  swish: 'app',
  klarna: 'later',
  paypal: 'account',
  ideal: 'bank',
  bancontact: 'app',
  twint: 'app',
  blik: 'app',
};

export const approvalKindOf = (type: PaymentMethodType): Way => (type === 'card' ? 'account' : WAYS[type]);

/** Texts about payment methods in one language. `{}` is a placeholder. */
interface MethodTexts {
  card: string;
  payWith: string;
  notApproved: string;
  waiting: { title: string; text: string };
  ways: Record<Way, string>;
  outcome: string;
  outcomes: Record<MethodOutcome, string>;
}

const en: MethodTexts = {
  card: 'Card',
  payWith: 'Pay {} with {}',
  notApproved:
    'The payment was not approved and nothing was charged. You can try again or choose another payment method.',
  waiting: {
    title: 'Waiting for your approval',
    text: 'Approve the payment to complete it. Nothing more is needed on this page.',
  },
  ways: {
    app: 'You approve the payment in the {} app.',
    account: 'You sign in to {} and approve the payment there.',
    bank: '{} takes you to your bank, where you approve the payment.',
    later: 'At {} you choose whether to pay now, later or in parts.',
  },
  outcome: 'What happens then',
  outcomes: {
    approved: 'Approved',
    declined: 'Declined',
    approved_late: 'Approved one minute later',
    expired: 'Approved, but never captured: it ends after 15 minutes',
  },
};

const da: MethodTexts = {
  card: 'Kort',
  payWith: 'Betal {} med {}',
  notApproved:
    'Betalingen blev ikke godkendt, og der er ikke trukket penge. Prøv igen, eller vælg en anden betalingsmåde.',
  waiting: {
    title: 'Venter på din godkendelse',
    text: 'Godkend betalingen for at gennemføre den. Du behøver ikke gøre mere på denne side.',
  },
  ways: {
    app: 'Du godkender betalingen i {}-appen.',
    account: 'Du logger ind hos {} og godkender betalingen der.',
    bank: '{} fører dig til din bank, hvor du godkender betalingen.',
    later: 'Hos {} vælger du, om du vil betale nu, senere eller i rater.',
  },
  outcome: 'Hvad der så sker',
  outcomes: {
    approved: 'Godkendt',
    declined: 'Afvist',
    approved_late: 'Godkendt et minut senere',
    expired: 'Godkendt, men aldrig trukket: reservationen udløber efter 15 minutter',
  },
};

const sv: MethodTexts = {
  card: 'Kort',
  payWith: 'Betala {} med {}',
  notApproved: 'Betalningen godkändes inte och inget har dragits. Försök igen eller välj ett annat betalsätt.',
  waiting: {
    title: 'Väntar på ditt godkännande',
    text: 'Godkänn betalningen för att slutföra den. Du behöver inte göra mer på den här sidan.',
  },
  ways: {
    app: 'Du godkänner betalningen i {}-appen.',
    account: 'Du loggar in hos {} och godkänner betalningen där.',
    bank: '{} tar dig till din bank, där du godkänner betalningen.',
    later: 'Hos {} väljer du om du vill betala nu, senare eller dela upp betalningen.',
  },
  outcome: 'Vad som händer sedan',
  outcomes: {
    approved: 'Godkänd',
    declined: 'Nekad',
    approved_late: 'Godkänd en minut senare',
    expired: 'Godkänd men aldrig dragen: reservationen går ut efter 15 minuter',
  },
};

const de: MethodTexts = {
  card: 'Karte',
  payWith: '{} mit {} bezahlen',
  notApproved:
    'Die Zahlung wurde nicht freigegeben, nichts wurde abgebucht. Versuchen Sie es erneut oder mit einer anderen Zahlungsart.',
  waiting: {
    title: 'Wartet auf Ihre Freigabe',
    text: 'Geben Sie die Zahlung frei, um sie abzuschließen. Auf dieser Seite ist nichts weiter nötig.',
  },
  ways: {
    app: 'Sie geben die Zahlung in der {}-App frei.',
    account: 'Sie melden sich bei {} an und geben die Zahlung dort frei.',
    bank: '{} führt Sie zu Ihrer Bank, wo Sie die Zahlung freigeben.',
    later: 'Bei {} wählen Sie, ob Sie sofort, später oder in Raten zahlen.',
  },
  outcome: 'Was dann geschieht',
  outcomes: {
    approved: 'Freigegeben',
    declined: 'Abgelehnt',
    approved_late: 'Eine Minute später freigegeben',
    expired: 'Freigegeben, aber nie eingezogen: Die Reservierung endet nach 15 Minuten',
  },
};

const nb: MethodTexts = {
  card: 'Kort',
  payWith: 'Betal {} med {}',
  notApproved: 'Betalingen ble ikke godkjent, og ingenting er trukket. Prøv igjen eller velg en annen betalingsmåte.',
  waiting: {
    title: 'Venter på godkjenningen din',
    text: 'Godkjenn betalingen for å fullføre den. Du trenger ikke gjøre mer på denne siden.',
  },
  ways: {
    app: 'Du godkjenner betalingen i {}-appen.',
    account: 'Du logger inn hos {} og godkjenner betalingen der.',
    bank: '{} tar deg til banken din, der du godkjenner betalingen.',
    later: 'Hos {} velger du om du vil betale nå, senere eller dele opp betalingen.',
  },
  outcome: 'Hva som skjer så',
  outcomes: {
    approved: 'Godkjent',
    declined: 'Avvist',
    approved_late: 'Godkjent ett minutt senere',
    expired: 'Godkjent, men aldri trukket: reservasjonen utløper etter 15 minutter',
  },
};

const nn: MethodTexts = {
  card: 'Kort',
  payWith: 'Betal {} med {}',
  notApproved: 'Betalinga vart ikkje godkjend, og ingenting er trekt. Prøv att eller vel ein annan betalingsmåte.',
  waiting: {
    title: 'Ventar på godkjenninga di',
    text: 'Godkjenn betalinga for å fullføra ho. Du treng ikkje gjera meir på denne sida.',
  },
  ways: {
    app: 'Du godkjenner betalinga i {}-appen.',
    account: 'Du loggar inn hos {} og godkjenner betalinga der.',
    bank: '{} tek deg til banken din, der du godkjenner betalinga.',
    later: 'Hos {} vel du om du vil betala no, seinare eller dela opp betalinga.',
  },
  outcome: 'Kva som hender då',
  outcomes: {
    approved: 'Godkjend',
    declined: 'Avvist',
    approved_late: 'Godkjend eitt minutt seinare',
    expired: 'Godkjend, men aldri trekt: reservasjonen går ut etter 15 minutt',
  },
};

const TEXTS: Readonly<Record<string, MethodTexts>> = { en, da, sv, de, nb, nn };

/** The texts in the language of the page. */
export const methodTexts = ({ tag }: Pick<PaymentTexts, 'tag'>): MethodTexts => ownMember(TEXTS, tag.slice(0, 2)) ?? en;
