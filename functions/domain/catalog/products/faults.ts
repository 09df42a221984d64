import type { ThrownCodeName } from '../../../platform/error-codes.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { ApiError, type FieldErrors } from '../../../platform/errors.ts';

/**
 * Collects the faults of a request, so that the response reports all of them. The response has the error code of the
 * first fault; each message is under its field.
 */
export class Faults {
  readonly #fields = Object.create(null) as FieldErrors;
  #code: ThrownCodeName | undefined;
  #first: Text = '';
  #count = 0;

  add(field: string, message: Text, code: ThrownCodeName = 'validation_failed'): void {
    if (this.#code === undefined) {
      this.#code = code;
      this.#first = message;
    }
    (this.#fields[field] ??= []).push(message);
    this.#count += 1;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#fields, field);
  }

  get any(): boolean {
    return this.#code !== undefined;
  }

  /** Throws 422 when there is a fault. */
  raise(): void {
    const error = this.error();
    if (error) throw error;
  }

  /** The 422 error with all faults; undefined without a fault. */
  error(): ApiError | undefined {
    if (this.#code === undefined) return undefined;
    const reason = validation('first_fault', { field: '', fault: this.#first, others: this.#count - 1 });
    return new ApiError(422, this.#code, reason, { fields: this.#fields });
  }
}
