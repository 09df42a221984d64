/** A form in Stripe's encoding: `line_items[0][price_data][currency]=dkk`. Lists are objects with indexes as names. */
export type FormValue = string | { [name: string]: FormValue };

export const parseStripeForm = (encoded: string): Record<string, FormValue> => {
  const form: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let at = form;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, FormValue>;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return form;
};

export const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');
export const groupOf = (value: FormValue | undefined): Record<string, FormValue> =>
  typeof value === 'object' ? value : {};
