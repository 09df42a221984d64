/** An error of the table, with DynamoDB's type and message; `more` has further members of the response. */
export class TableError extends Error {
  readonly type: string;
  readonly more: Record<string, unknown>;
  constructor(type: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.name = type;
    this.type = type;
    this.more = more;
  }
}

/** A request that DynamoDB rejects in any state of the table. */
export const invalid = (message: string): TableError => new TableError('ValidationException', message);

/** A value of a parameter that DynamoDB rejects. */
export const invalidValue = (reason: string): TableError =>
  invalid(`One or more parameter values were invalid: ${reason}`);
