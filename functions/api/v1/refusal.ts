import { STATUS_CODES } from 'node:http';

/** The body of an error with a status of its own (lib/reference/v1.md#replies). */
export const legacyRefusal = (status: number, message: string) => ({
  name: STATUS_CODES[status] ?? 'Error',
  message,
  code: 0,
  status,
});
