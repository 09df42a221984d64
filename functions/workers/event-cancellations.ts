import { skippingSilentGateways } from '../adapters/payments/silent-gateways.ts';
import { carryOutCancellation } from '../domain/payments/event-cancellation/apply.ts';
import { cancellationMessage } from '../domain/payments/event-cancellation/messages.ts';
import { log } from '../platform/log.ts';
import { processInTurn } from './consume.ts';
import { queueWorker } from './queue-worker.ts';
import { parseMessages } from './parse-messages.ts';

/** Time reserved for finishing started work. */
const RESERVE_MS = 20_000;

/** Carries out cancellations of events. A cancellation that runs out of time sends a message to continue later. */
export const handler = queueWorker((event, context) =>
  processInTurn(parseMessages(event, cancellationMessage), async ({ message }) => {
    try {
      const stopAt = performance.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
      await skippingSilentGateways(() => carryOutCancellation(message, stopAt));
      return true;
    } catch (error) {
      log.error('A cancellation could not be carried out', { cancellation: message.id, cause: error });
      return false;
    }
  }),
);
