import type { OUTCOMES } from '../../platform/messages/outcomes.ts';
import { translation, type LegacyTranslations } from './translation.ts';

/** Texts about the results of operations on an item or its order. */
export const outcomes = {
  item_redeemed: translation('Koden er indløst.', 'Koden är inlöst.', 'Der Code ist eingelöst.', 'Koden er innløst.'),
  amount_redeemed: ({ amount, currency }) =>
    translation(
      `En del af koden er indløst; ${amount} ${currency} er tilbage.`,
      `En del av koden är inlöst; ${amount} ${currency} återstår.`,
      `Ein Teil ist eingelöst; ${amount} ${currency} verbleiben.`,
      `En del av koden er innløst; ${amount} ${currency} gjenstår.`,
    ),
  pieces_redeemed: ({ pieces }) =>
    translation(
      `En del af koden er indløst; ${pieces} stk. er tilbage.`,
      `En del av koden är inlöst; ${pieces} st. återstår.`,
      `Ein Teil ist eingelöst; ${pieces} Stück verbleiben.`,
      `En del av koden er innløst; ${pieces} stk. gjenstår.`,
    ),
  claim_undone: translation(
    'Alt indløst er tilbageført.',
    'Allt inlöst är återfört.',
    'Alles Eingelöste ist zurückgebucht.',
    'Alt innløst er tilbakeført.',
  ),
  amount_undone: ({ amount, currency }) =>
    translation(
      `En del er tilbageført; ${amount} ${currency} er tilbage.`,
      `En del är återförd; ${amount} ${currency} återstår.`,
      `Ein Teil ist zurückgebucht; ${amount} ${currency} verbleiben.`,
      `En del er tilbakeført; ${amount} ${currency} gjenstår.`,
    ),
  pieces_undone: ({ pieces }) =>
    translation(
      `En del er tilbageført; ${pieces} stk. er tilbage.`,
      `En del är återförd; ${pieces} st. återstår.`,
      `Ein Teil ist zurückgebucht; ${pieces} Stück verbleiben.`,
      `En del er tilbakeført; ${pieces} stk. gjenstår.`,
    ),
  item_withdrawn: translation(
    'Koden er nu annulleret.',
    'Koden är nu makulerad.',
    'Der Code wurde storniert.',
    'Koden er nå annullert.',
  ),
  item_discarded: translation(
    'Koden er kasseret.',
    'Koden är kasserad.',
    'Der Code wurde verworfen.',
    'Koden er forkastet.',
  ),
  code_activated: ({ amount, currency }) =>
    translation(
      `Koden er aktiv med ${amount} ${currency}.`,
      `Koden är aktiv med ${amount} ${currency}.`,
      `Der Code ist aktiv mit ${amount} ${currency}.`,
      `Koden er aktiv med ${amount} ${currency}.`,
    ),
  item_sent: ({ email }) =>
    translation(
      `Koden sendes til ${email}.`,
      `Koden skickas till ${email}.`,
      `Der Code wird an ${email} gesendet.`,
      `Koden sendes til ${email}.`,
    ),
  order_redeemed: translation(
    'Alle koder i ordren er indløst.',
    'Alla koder i ordern är inlösta.',
    'Alle Codes der Bestellung sind eingelöst.',
    'Alle koder i ordren er innløst.',
  ),
  order_captured: translation(
    'Ordren er betalt, og koderne er aktive.',
    'Ordern är betald och koderna är aktiva.',
    'Die Bestellung ist bezahlt, die Codes sind aktiv.',
    'Ordren er betalt, og kodene er aktive.',
  ),
  order_partly_captured: ({ active, issued }) =>
    translation(
      `Ordren er betalt. ${active} af dens ${issued} koder er aktive, resten er kasseret.`,
      `Ordern är betald. ${active} av dess ${issued} koder är aktiva, övriga är kasserade.`,
      `Die Bestellung ist bezahlt. ${active} von ${issued} Codes sind aktiv, die übrigen wurden verworfen.`,
      `Ordren er betalt. ${active} av ${issued} koder er aktive, resten er forkastet.`,
    ),
} satisfies LegacyTranslations<typeof OUTCOMES>;
