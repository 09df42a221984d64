import type { Text } from '../../platform/messages/message.ts';
import { html, raw } from 'hono/html';
import type { ApiError } from '../../platform/errors.ts';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { localize } from '../localize.ts';
import type { DeskVisit } from '../visit.ts';

/** Faults of a form, by field. */
export type FieldFaults = Readonly<Record<string, Text>>;

/**
 * Faults of an operation by form field. A fault of a nested value is assigned to its field. Faults of other fields are
 * shown at the top of the page.
 */
export const fieldFaults = (refusal: ApiError | undefined, fields: readonly string[]): FieldFaults =>
  Object.fromEntries(
    Object.entries(refusal?.faults ?? {}).flatMap(([path, [message = '']]) => {
      const field = fields.find((each) => path === each || path.startsWith(`${each}.`));
      return field === undefined ? [] : [[field, message]];
    }),
  );

interface About {
  /** Id of the field. */
  id: string;
  /** The fault of the field. */
  fault?: Text | undefined;
  hint?: string | undefined;
}

/** The fault and the hint below a field, and the attributes that connect the field with them. */
export const aroundField = (
  visit: Pick<DeskVisit, 'language'>,
  { id, fault, hint }: About,
): { attributes: Markup; below: Markup } => {
  const ids = [...(fault === undefined ? [] : [`${id}-fault`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  return {
    attributes: html`${fault === undefined ? none : raw('aria-invalid="true"')}
    ${ids.length > 0 ? html`aria-describedby="${ids.join(' ')}"` : none}`,
    below: html`${fault === undefined ? none : html`<p id="${id}-fault" class="fault">${localize(visit, fault)}</p>`}
    ${hint === undefined ? none : html`<p id="${id}-hint" class="hint">${hint}</p>`}`,
  };
};
