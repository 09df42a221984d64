import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { hasVisible } from '../../../platform/visible.ts';
import { money } from '../format.ts';
import { faultTexts } from '../texts/faults.ts';
import type { Visit } from '../visit.ts';
import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import type { FormLine } from './lines.ts';
import { POINT_FIELD } from './pickup.ts';
import type { FormValues } from '../../kit/form-values.ts';
import { translateFault } from './translate-fault.ts';

/** Fields on which the price depends and that a link can fill in. */
export const PRICED = /^items\.\d+\.(quantity|amount)$|^discount_code$/;

/** Faults of a form: one text per field, and texts that belong to no field. */
export class FormFaults {
  readonly fields = new Map<string, string>();
  readonly top: string[] = [];

  add(field: string | undefined, sentence: string): void {
    if (field === undefined) {
      if (!this.top.includes(sentence)) this.top.push(sentence);
    } else if (!this.fields.has(field)) {
      this.fields.set(field, sentence);
    }
  }

  /** The first fault of a field on which the price depends; undefined if there is none. */
  get ofPrice(): string | undefined {
    return [...this.fields].find(([field]) => PRICED.test(field))?.[1];
  }

  /** Whether there are any faults. */
  get any(): boolean {
    return this.fields.size > 0 || this.top.length > 0;
  }
}

interface FaultContext {
  visit: Visit;
  typed: FormValues;
  /** The form line of each order line. */
  lines: readonly FormLine[];
  products: ReadonlyMap<string, ListedProduct>;
}

/** Form fields whose name differs from the member of the order. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^delivery\.send_at$/, 'send_on'],
  [/^greeting\.image/, 'picture'],
  [/^(sha256|mime|dimensions|content|byte_size|upload)$/, 'picture'],
  [/^sender\.company$/, 'sender.company.name'],
  [/^delivery\.address$/, 'delivery.address.street'],
  [/^delivery\.address\.kind$/, 'shape'],
  [/^delivery$/, 'delivery.method'],
  [/^recipient$/, 'recipient.name'],
];

/** Fields of a line that can show a fault. Any other fault of a line is shown at its quantity. */
const LINE_FIELDS = new Set(['quantity', 'amount', 'ticket.code', 'ticket.comment', 'ticket.collection_point_id']);

const fieldOf = (path: string, lines: readonly FormLine[]): string | undefined => {
  const [, at, member = ''] = /^items\.(\d+)\.?(.*)$/.exec(path) ?? [];
  if (at !== undefined) {
    const line = lines[Number(at)];
    if (!line) return undefined;
    const isField = LINE_FIELDS.has(member) || member.startsWith('ticket.address.');
    if (member === 'ticket.address') return lineField(line.index, 'ticket.address.name');
    return lineField(line.index, isField ? member : 'quantity');
  }
  const renamed = FIELDS.find(([pattern]) => pattern.test(path))?.[1];
  if (renamed) return renamed;
  return SHOWN.test(path) ? path : undefined;
};

/** Members of the order whose form fields have the same names. */
const SHOWN = /^(sender|recipient|delivery|greeting)\.|^discount_code$/;

/** Assigns the faults of a 422 or 409 of the API to form fields, in the buyer's language. Throws any other error. */
export const addRefusal = (faults: FormFaults, error: unknown, context: FaultContext): void => {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) throw error;
  const entries = Object.entries(error.faults);
  if (entries.length === 0) addOne(faults, context, { path: '', text: error.reason });
  for (const [path, [text = '']] of entries) addOne(faults, context, { path, text });
};

const addOne = (faults: FormFaults, context: FaultContext, fault: { path: string; text: Text }): void => {
  const { visit, typed, lines, products } = context;
  const field = fieldOf(fault.path, lines);
  const value = products.get('gift_card_value');
  const pricing = value && 'minimum_amount' in value.pricing ? value.pricing : undefined;
  const range = [money(visit, pricing?.minimum_amount ?? 0), money(visit, pricing?.maximum_amount ?? 0)] as const;
  const isEmpty = field === undefined || !hasVisible(typed.get(field === 'picture' ? 'upload_id' : field));
  const t = faultTexts(visit.language);
  // An invalid amount is reported with the allowed range, and a quantity that is not a number with a text of its own.
  const member = /^items\.\d+\.(amount|quantity)$/.exec(field ?? '')?.[1];
  const isNumber = member !== 'quantity' || /^\d+$/.test(typed.get(field ?? ''));
  const words = isNumber
    ? translateFault(fault.text, t, { range, isEmpty, isCode: field === 'discount_code' })
    : t.number;
  if (field === POINT_FIELD) return faults.add(field, t.pickupPoint);
  faults.add(field, member === 'amount' ? t.amount(...range) : words);
};
