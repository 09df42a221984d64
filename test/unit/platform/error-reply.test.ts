import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorReply } from '../../../functions/pipeline/pipeline.ts';
import { unavailable } from '../../../functions/platform/errors.ts';
import { log } from '../../../functions/platform/log.ts';

beforeAll(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const codeOf = ({ body }: { body?: unknown }) => (body as { error: { code: string } }).error.code;

describe('an unexpected error', () => {
  test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'EPIPE'])(
    'is reported as a busy dependency when the system reports %s, and may be retried',
    (code) => {
      const reply = errorReply(Object.assign(new Error('away'), { code }));
      expect([reply.status, codeOf(reply), reply.headers]).toEqual([
        503,
        'service_unavailable',
        { 'Retry-After': '1' },
      ]);
    },
  );

  test('is reported as a busy dependency when AWS marks the error as throttling', () => {
    expect(errorReply(Object.assign(new Error('slow down'), { name: 'ThrottlingException' })).status).toBe(503);
  });

  test.each([
    ['SlowDown', 503],
    ['InternalError', 500],
    ['TooManyRequestsException', 429],
  ])('is reported as a busy dependency when AWS responds with %s', (name, httpStatusCode) => {
    const reply = errorReply(Object.assign(new Error('busy'), { name, $metadata: { httpStatusCode } }));
    expect([reply.status, codeOf(reply)]).toEqual([503, 'service_unavailable']);
  });

  test('is an internal error when AWS rejects our request', () => {
    const denied = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };
    expect(errorReply(Object.assign(new Error('denied'), denied)).status).toBe(500);
  });

  test('is an internal error when our code threw it, with any code', () => {
    const faults = [
      () => new URL('nowhere'),
      () => Buffer.alloc(-1),
      () => {
        throw Object.assign(new Error('no such parameter'), { code: 'resource_missing' });
      },
    ];
    for (const fault of faults) {
      const thrown = (() => {
        try {
          return fault();
        } catch (error) {
          return error;
        }
      })();
      expect(thrown).toHaveProperty('code');
      const reply = errorReply(thrown as Error);
      expect([reply.status, codeOf(reply), reply.headers]).toEqual([500, 'internal_error', undefined]);
    }
  });
});

test('an outage that the service reports itself is logged with its error, and not as an internal error', () => {
  const outage = unavailable('service_busy', 'Too many requests.');
  expect(codeOf(errorReply(outage))).toBe('service_busy');
  expect(log.error).toHaveBeenLastCalledWith('Responded with a 5xx status', outage);
});
