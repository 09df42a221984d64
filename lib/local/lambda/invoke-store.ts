import { invocations } from './invocation.ts';

const outside = new Map<PropertyKey, unknown>();
const store = () => invocations.getStore()?.contextData ?? outside;

const noValue = (): undefined => undefined;

/**
 * Data of libraries per invocation, such as the logger's request id. Works like Lambda's store for concurrent events,
 * because all functions share one process here. It has no tracing.
 */
const invokeStore = {
  get: (name: PropertyKey) => store().get(name),
  set: (name: PropertyKey, value: unknown) => void store().set(name, value),
  hasContext: () => invocations.getStore() !== undefined,
  getContext: () => Object.fromEntries(store()),
  getRequestId: () => invocations.getStore()?.id ?? '-',
  getXRayTraceId: noValue,
  getTenantId: noValue,
  getTraceparent: noValue,
  getTracestate: noValue,
  getBaggage: noValue,
  run: (_: unknown, act: () => unknown) => act(),
};

/** Must come before functions and SDK are loaded. */
export const provideInvokeStore = (): void => {
  process.env['AWS_LAMBDA_MAX_CONCURRENCY'] = '1000';
  Object.assign(globalThis, { awslambda: { InvokeStore: invokeStore } });
};
