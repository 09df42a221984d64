import { sendMessages } from '../adapters/queue/send.ts';
import { deliver } from '../domain/webhooks/deliver.ts';
import type { DeliveryTurn } from '../domain/webhooks/messages.ts';
import { laneQueue, turnMessage } from '../domain/webhooks/relay.ts';
import { nowMs } from '../platform/clock.ts';
import { consume } from './consume.ts';

/**
 * Attempts deliveries; consumer of both lanes. A message that came too early waits again, and one whose endpoint
 * dawdles changes to the slow lane.
 */
export const handler = consume<DeliveryTurn>(async (turn) => {
  const outcome = await deliver(turn);
  if (outcome === 'done') return;
  const next: DeliveryTurn = outcome === 'slow-lane' ? { ...turn, lane: 'slow' } : turn;
  await sendMessages(laneQueue(next.lane), [turnMessage(next, nowMs())]);
});
