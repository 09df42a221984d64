import { translation } from './translation.ts';

/** What a capture did (lib/reference/v1.md#capture). */
export const captures = () => ({
  'The order is captured and its items are active.': translation(
    'Ordren er betalt, og koderne er aktive.',
    'Ordern är betald och koderna är aktiva.',
    'Die Bestellung ist bezahlt, die Codes sind aktiv.',
    'Ordren er betalt, og kodene er aktive.',
  ),
  'The order is captured: {} of its {} items are active, the others were discarded.': translation(
    'Ordren er betalt. {} af dens {} koder er aktive, resten er kasseret.',
    'Ordern är betald. {} av dess {} koder är aktiva, övriga är kasserade.',
    'Die Bestellung ist bezahlt. {} von {} Codes sind aktiv, die übrigen wurden verworfen.',
    'Ordren er betalt. {} av {} koder er aktive, resten er forkastet.',
  ),
});
