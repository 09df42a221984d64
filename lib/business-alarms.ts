import { ALARM_AREAS, areaOf, type AlarmArea, type AlarmName } from '../functions/platform/alarm-name.ts';

export interface BusinessAlarm {
  /** Value of `alarm` in the log line. */
  name: AlarmName;
  /** What has happened and what to do, for the person on call. */
  meaning: string;
}

/** Conditions that must never occur: the first log line with one of these raises an alarm. */
export const businessAlarms: readonly BusinessAlarm[] = [
  {
    name: 'fulfillment_failed',
    meaning: 'A paid order could not be fulfilled. Find the cause in the log, then: npm run ops -- fulfill ORDER',
  },
  {
    name: 'stray_capture',
    meaning:
      'Money came for an order that cannot take it (late, twice, or another amount); it is given back. Check the refund at ' +
      'the gateway.',
  },
  {
    name: 'authorization_ending',
    meaning:
      'A payment is authorized and not captured a day before its authorization ends; its order is cancelled then. Does the ' +
      'gateway answer?',
  },
  {
    name: 'refund_failed',
    meaning:
      'A refund failed after it had counted: the money is with us again, the items stay withdrawn. Refund the order anew.',
  },
  {
    name: 'refund_mismatch',
    meaning: 'The gateway gave back money that the order named in the log line does not have. Compare both by hand.',
  },
  {
    name: 'payment_disputed',
    meaning:
      "A cardholder's bank disputes a payment, or has decided: unspent items are frozen, or withdrawn. Answer at the gateway.",
  },
  {
    name: 'message_delayed',
    meaning: 'A message has failed three times and is retried later. Read the log of its consumer for the cause.',
  },
  {
    name: 'message_unreadable',
    meaning:
      'A queue message has a shape that no release writes; it goes to the dead letters. See: npm run ops -- dlq list',
  },
  {
    name: 'row_too_new',
    meaning: 'A function of an earlier release met a row of a newer one. Finish the deployment, or roll it forward.',
  },
  {
    name: 'template_failed',
    meaning: 'A card could not be made with its template: the default took its place. Preview the template.',
  },
  {
    name: 'gateway_silent',
    meaning:
      'A payment was found at the gateway of which it had not told. Do notices come? npm run ops -- stripe check --env ENV',
  },
  {
    name: 'secret_missing',
    meaning:
      'A secret that others issue (payments, courier, wallet) is not filled in, or not as it must be: npm run ops -- secrets list',
  },
  {
    name: 'secret_unreadable',
    meaning:
      'Secrets Manager did not give a secret to a function; the last one goes on counting, and new instances have none.',
  },
  {
    name: 'event_not_followed',
    meaning:
      'An event was moved, and an order still has its former day after two hours of trying. Its buyer may come on the wrong one.',
  },
  {
    name: 'mail_failed',
    meaning: 'A mail could not be sent and is not tried again. List them with: npm run ops -- mails',
  },
  {
    name: 'mail_unconfirmed',
    meaning: 'A mail may or may not have been sent, so it is not sent again by itself. Ask, or send it by hand.',
  },
  {
    name: 'integrity_failed',
    meaning:
      'Ledgers, seats or stock of a company do not agree. See GET /v2/reports/integrity of the company it names.',
  },
  {
    name: 'integrity_overdue',
    meaning:
      'The books of a company were not proven whole for nine days, or its nightly check waits for two: npm run ops -- integrity',
  },
  {
    name: 'gateway_notice',
    meaning: 'The built-in gateway gave up telling of a payment. Check the order that the log line names.',
  },
];

/** Areas of incidents, with the names that each alarm covers. */
export const incidentAreas: readonly AlarmArea[] = Object.keys(ALARM_AREAS) as AlarmArea[];

export const alarmsOfArea = (area: AlarmArea): readonly BusinessAlarm[] =>
  businessAlarms.filter(({ name }) => areaOf(name) === area);
