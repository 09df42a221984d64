import { AsyncLocalStorage } from 'node:async_hooks';
import { GatewayUnavailable, type GatewayName, type PaymentGateway } from './port.ts';

/** Number of consecutive slow calls without a response after which a run makes no further calls to the gateway. */
const SILENT_AFTER = 5;
/** A call that fails sooner does not use up the time of a run, and may fail because of its own payment. */
const SLOW_MS = 2000;

/** Consecutive slow calls without a response in the current run, by gateway. */
const runs = new AsyncLocalStorage<Map<GatewayName, number>>();

/**
 * Runs a sweep that skips gateways which do not respond, so that they do not use up the time of orders at other
 * gateways. The next run calls them again.
 */
export const skippingSilentGateways = <T>(run: () => Promise<T>): Promise<T> => runs.run(new Map(), run);

/** Thrown instead of a call to a gateway that the current run skips. */
export class GatewaySkipped extends GatewayUnavailable {
  constructor(name: GatewayName) {
    super(`The gateway ${name} was not called, because it did not respond to earlier calls of this run`);
    this.name = 'GatewaySkipped';
  }
}

/** Wraps a gateway, so that its calls are counted while a sweep is running. */
export const countedInRun = (gateway: PaymentGateway): PaymentGateway => {
  const unanswered = runs.getStore();
  if (!unanswered) return gateway;
  const { name } = gateway;
  const count = async <T>(call: () => Promise<T>): Promise<T> => {
    if ((unanswered.get(name) ?? 0) >= SILENT_AFTER) throw new GatewaySkipped(name);
    const startedAt = performance.now();
    try {
      const response = await call();
      unanswered.set(name, 0);
      return response;
    } catch (error) {
      const isSlow = performance.now() - startedAt >= SLOW_MS;
      if (error instanceof GatewayUnavailable && isSlow) unanswered.set(name, (unanswered.get(name) ?? 0) + 1);
      throw error;
    }
  };
  return {
    name,
    openSession: (input) => count(() => gateway.openSession(input)),
    closeSession: (input) => count(() => gateway.closeSession(input)),
    readSession: (input) => count(() => gateway.readSession(input)),
    capture: (input) => count(() => gateway.capture(input)),
    refund: (input) => count(() => gateway.refund(input)),
    readPayment: (reference) => count(() => gateway.readPayment(reference)),
  };
};
