import { translation, type Translation } from '../../v1/translation.ts';

/** Why something cannot be done with an item; found and written as `REFUSALS` are (texts/refusals.ts). */
export const ITEM_REFUSALS: Readonly<Record<string, Translation>> = {
  'At most {} pieces of the item can be claimed.': translation(
    'Højst {} stk. af koden kan indløses.',
    'Högst {} st. av koden kan lösas in.',
    'Höchstens {} Stück des Codes können eingelöst werden.',
    'Høyst {} stk. av koden kan innløses.',
  ),
  'At most {} pieces of the item can be given back.': translation(
    'Højst {} stk. af koden kan tilbageføres.',
    'Högst {} st. av koden kan återföras.',
    'Höchstens {} Stück des Codes können zurückgebucht werden.',
    'Høyst {} stk. av koden kan tilbakeføres.',
  ),
};
