import { SUBSCRIBABLE_EVENTS } from '../../domain/notifications/webhooks/schema.ts';
import type { Typed } from '../../pages/kit/typed.ts';

/** The events that were ticked. */
export const selectedEvents = (form: Typed) => SUBSCRIBABLE_EVENTS.filter((event) => form.has(`event.${event}`));
