import { STATUS_CODES } from 'node:http';

/** What a legacy caller is told with a status of its own (lib/reference/v1.md#answers). */
export const legacyRefusal = (status: number, message: string) => ({
  name: STATUS_CODES[status] ?? 'Error',
  message,
  code: 0,
  status,
});
