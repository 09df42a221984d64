import type { CancellationMessage } from './messages.ts';
import type { EventCancellationRow } from './rows.ts';

/** The message to send after a cancellation has changed. Each run gets one message. */
export const cancellationWork = (
  before: EventCancellationRow | undefined,
  after: EventCancellationRow,
): CancellationMessage | undefined =>
  after.pass !== 'over' && after.run !== before?.run ? { company: after.company, id: after.id } : undefined;
