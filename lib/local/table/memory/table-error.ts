/** An error from the table, with DynamoDB's type and message; `more` contains additional members of the response. */
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

/** The error for a request that DynamoDB rejects whatever the table contains. */
export const invalid = (message: string): TableError => new TableError('ValidationException', message);

/** The error for a parameter value that DynamoDB rejects. */
export const invalidValue = (reason: string): TableError =>
  invalid(`One or more parameter values were invalid: ${reason}`);
