import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { EVENTS, type WebhookEventType } from '../../../domain/events/catalog/event-catalog.ts';
import { EVENT_TYPES } from '../../../domain/notifications/webhooks/schema.ts';
import { jsonSchemaOf } from '../../../pipeline/json-schema.ts';
import { EVENT_FORMS } from '../replies.ts';
import examples from './example-events.json' with { type: 'json' };

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schema of the envelope of an event type. */
const schemaOf = (type: WebhookEventType): object => {
  const form = EVENT_FORMS.find((each) => z.safeParse(each.shape.type, type).success);
  if (!form) throw new Error('An event type has no schema');
  return { $schema: DIALECT, ...jsonSchemaOf(z.extend(form, { type: z.literal(type) }), 'output') };
};

/** Every event type with the schema and an example of its envelope. */
export const eventTypes = lazy(() =>
  EVENT_TYPES.map((type) => ({
    object: 'event_type' as const,
    type,
    description: EVENTS[type].meaning,
    schema: schemaOf(type),
    example: ownMember<object>(examples, type) ?? {},
    since: EVENTS[type].since,
  })),
);
