import type { Text } from '../../platform/messages/message.ts';
import { management } from '../../platform/messages/management.ts';
import { invalidFields, type ApiError, type FieldErrors } from '../../platform/errors.ts';
import { toTimestamp } from '../../platform/clock.ts';
import { localDateTime, momentAt } from '../../platform/zones.ts';
import { amountText, typedAmount } from '../../pages/kit/amount.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';
import { fieldFaults } from '../pages/field-fault.ts';
import { typedNumber, typedWholeNumber } from '../typed-number.ts';

type Visit = Pick<DeskVisit, 'form' | 'company' | 't'>;

const NOT_AMOUNT = management('not_an_amount');
const NOT_NUMBER = management('not_a_number');
const NOT_MOMENT = management('not_a_moment');

/** Parses the fields of a form. Faults are collected and thrown together. */
export class TypedFields {
  readonly #visit: Visit;
  readonly #faults: FieldErrors = {};

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  text(name: string): string {
    return this.#visit.form.get(name);
  }

  tick(name: string): boolean {
    return this.#visit.form.has(name);
  }

  /** The amount in the smallest currency unit; null for an empty field. */
  amount(name: string): number | null {
    const text = this.text(name);
    if (text === '') return null;
    const minor = typedAmount(text, this.#visit.company.currency, tagTypedIn(this.#visit));
    return minor ?? this.#wrong(name, NOT_AMOUNT);
  }

  /** A number with a decimal comma or point; null for an empty field. */
  number(name: string): number | null {
    const text = this.text(name);
    return text === '' ? null : (typedNumber(text) ?? this.#wrong(name, NOT_NUMBER));
  }

  /** A whole number, with or without separators of thousands; null for an empty field. */
  whole(name: string): number | null {
    const text = this.text(name);
    return text === '' ? null : (typedWholeNumber(text) ?? this.#wrong(name, NOT_NUMBER));
  }

  /** A time in the company's zone; null for an empty field. An unchanged field keeps the seconds of the stored value. */
  moment(name: string, stored: string | null = null): string | null {
    const text = this.text(name);
    if (text === '') return null;
    const { time_zone: zone } = this.#visit.company;
    if (text === momentText(stored, zone)) return stored;
    const [date = '', time = ''] = text.split('T');
    const moment = momentAt(date, time.slice(0, 5), zone);
    return moment === undefined ? this.#wrong(name, NOT_MOMENT) : toTimestamp(moment);
  }

  /** Throws 422 with the faults of all fields that were read. */
  assertValid(): void {
    if (Object.keys(this.#faults).length > 0) throw invalidFields(this.#faults);
  }

  #wrong(name: string, message: Text): null {
    this.#faults[name] = [message];
    return null;
  }
}

/** A time as the value of a date and time field; empty for null. */
export const momentText = (moment: string | null, zone: string): string =>
  moment === null ? '' : localDateTime(Date.parse(moment), zone).slice(0, 16).replace(' ', 'T');

export const minorText = ({ company, t }: Visit, minor: number | null): string =>
  minor === null ? '' : amountText(minor, company.currency, t.tag);

/** All input, so that the form can be shown again with it. */
export const sentValues = ({ form }: Pick<DeskVisit, 'form'>): Record<string, string> =>
  Object.fromEntries(form.entries());

/** Whether the refusal is shown next to one of the fields. */
export const isAtField = (refusal: ApiError | undefined, fields: readonly string[]): boolean =>
  Object.keys(fieldFaults(refusal, fields)).length > 0;
