import type { FormValues } from '../../pages/kit/form-values.ts';

const FIELD = 'shipment.';

/** Name of the checkbox of a shipment. */
export const selectionField = (id: string): string => `${FIELD}${id}`;

/** Ids of the selected shipments, in page order. */
export const selectedIn = (form: FormValues): string[] =>
  form
    .entries()
    .filter(([name]) => name.startsWith(FIELD))
    .map(([name]) => name.slice(FIELD.length));
