import { STATUS_CODES } from 'node:http';

/** Errors with a status of their own for legacy callers (lib/reference/v1.md#replies). */
export const legacyRefusal = (status: number, message: string) => ({
  name: STATUS_CODES[status] ?? 'Error',
  message,
  code: 0,
  status,
});
