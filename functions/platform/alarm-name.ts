/** Values of `alarm` in the log, by area. Each area has one alarm; lib/runbooks/alarms.md explains each value. */
export const ALARM_AREAS = {
  payments: [
    'authorization_ending',
    'gateway_notice',
    'gateway_silent',
    'payment_disputed',
    'refund_failed',
    'refund_mismatch',
    'refund_unfinished',
    'stray_capture',
  ],
  orders: ['event_not_followed', 'fulfillment_failed', 'sale_failed', 'template_failed'],
  queues: ['message_delayed', 'message_unreadable', 'row_too_new', 'schedule_missed'],
  mail: ['mail_failed', 'mail_unconfirmed'],
  secrets: ['secret_missing', 'secret_unreadable'],
  books: ['integrity_failed', 'integrity_overdue'],
} as const;

export type AlarmArea = keyof typeof ALARM_AREAS;
export type AlarmName = (typeof ALARM_AREAS)[AlarmArea][number];

/** The area of an alarm. There is one metric per area, because each metric that an alarm reads is billed. */
export const areaOf = (alarm: AlarmName): string | undefined =>
  Object.entries<readonly AlarmName[]>(ALARM_AREAS).find(([, names]) => names.includes(alarm))?.[0];
