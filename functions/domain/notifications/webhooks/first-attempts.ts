import { sendMessages } from '../../../adapters/queue/send.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { DeliveryAttempt } from './messages.ts';
import { attemptMessage, laneQueue } from './relay.ts';

/** Puts first attempts on their queue; an event is recorded only once they are there. */
export const sendFirstAttempts = (attempts: readonly DeliveryAttempt[]): Promise<void> =>
  sendMessages(
    laneQueue('normal'),
    attempts.map((attempt) => attemptMessage(attempt, nowMs())),
  );
