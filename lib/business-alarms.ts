import { ALARM_AREAS, areaOf, type AlarmArea, type AlarmName } from '../functions/platform/alarm-name.ts';

interface BusinessAlarm {
  /** Value of `alarm` in the log line. */
  name: AlarmName;
  /** Description and remedy, for the person on call. */
  meaning: string;
}

/** Conditions that must never occur. The first log line with one of these names raises an alarm. */
export const businessAlarms: readonly BusinessAlarm[] = [
  {
    name: 'fulfillment_failed',
    meaning: 'A paid order could not be fulfilled. Find the cause in the log, then: npm run ops -- fulfill ORDER',
  },
  {
    name: 'stray_capture',
    meaning:
      'A payment arrived for an order that cannot accept it (it is late, a duplicate, or of another amount); it is refunded. ' +
      'Check the refund at the gateway.',
  },
  {
    name: 'authorization_ending',
    meaning:
      'A payment is still not captured a day before its authorization ends; its order is cancelled then. Check that the ' +
      'gateway responds.',
  },
  {
    name: 'refund_failed',
    meaning:
      'A refund failed after it was recorded: the money was returned to the company, and the items remain ' +
      'withdrawn. Refund the order again.',
  },
  {
    name: 'refund_mismatch',
    meaning: 'The gateway refunded more than the order in the log line allows. Compare both by hand.',
  },
  {
    name: 'payment_disputed',
    meaning:
      "A cardholder's bank disputes a payment or has decided: unspent items are frozen or withdrawn. Respond at the gateway.",
  },
  {
    name: 'message_delayed',
    meaning: 'A message has failed three times and is retried later. Read the log of its consumer for the cause.',
  },
  {
    name: 'message_unreadable',
    meaning: 'A queue message has an unknown shape and goes to the dead-letter queue. See: npm run ops -- dlq list',
  },
  {
    name: 'row_too_new',
    meaning: 'A function of an earlier release read a row of a newer one. Finish the deployment, or roll it forward.',
  },
  {
    name: 'template_failed',
    meaning: 'A card could not be rendered with its template, so the default was used. Preview the template.',
  },
  {
    name: 'gateway_silent',
    meaning:
      'A payment was found at the gateway, but no notification arrived. Check the webhook endpoint: ' +
      'npm run ops -- stripe check --env ENV',
  },
  {
    name: 'secret_missing',
    meaning: 'A third-party secret (payments, courier, wallet) is missing or not valid: npm run ops -- secrets list',
  },
  {
    name: 'secret_unreadable',
    meaning: 'A function could not read a secret. Running instances use the previous value; new instances have none.',
  },
  {
    name: 'event_not_followed',
    meaning:
      'An event was rescheduled, and after two hours an order still has the former day. Its buyer may come on the wrong day.',
  },
  {
    name: 'mail_failed',
    meaning: 'A mail could not be sent and is not retried. List failed mails: npm run ops -- mails',
  },
  {
    name: 'mail_unconfirmed',
    meaning: 'A mail may or may not have been sent, so it is not retried. Ask the recipient, or send it by hand.',
  },
  {
    name: 'integrity_failed',
    meaning:
      'Ledgers, seats or stock of a company do not agree. See GET /v2/reports/integrity of the company in the log line.',
  },
  {
    name: 'integrity_overdue',
    meaning:
      'The books of a company were not checked completely for nine days, or its nightly check is two days late: npm run ops -- integrity',
  },
  {
    name: 'schedule_missed',
    meaning: 'A schedule has missed two runs. The log line names it: npm run ops -- schedules run NAME',
  },
  {
    name: 'sale_failed',
    meaning:
      'Two synthetic sales failed in a row: buyers and partners may be affected, too. The preceding log line names the step.',
  },
  {
    name: 'gateway_notice',
    meaning: 'The built-in gateway stopped retrying a notification of a payment. Check the order in the log line.',
  },
];

/** Areas of incidents. The alarms of one area share a metric. */
export const incidentAreas: readonly AlarmArea[] = Object.keys(ALARM_AREAS) as AlarmArea[];

export const alarmsOfArea = (area: AlarmArea): readonly BusinessAlarm[] =>
  businessAlarms.filter(({ name }) => areaOf(name) === area);
