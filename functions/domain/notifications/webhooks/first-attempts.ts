import { sendMessages } from '../../../adapters/queue/send.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { DeliveryAttempt } from './messages.ts';
import { attemptMessage, laneQueue } from './relay.ts';

/** Sends first attempts to their queue. Recording an event ends only once they are queued. */
export const sendFirstAttempts = (attempts: readonly DeliveryAttempt[]): Promise<void> =>
  sendMessages(
    laneQueue('normal'),
    attempts.map((attempt) => attemptMessage(attempt, nowMs())),
  );
