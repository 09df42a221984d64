/** Values of `alarm` in the log, each of which raises an alarm (lib/business-alarms.ts says what it means). */
export type AlarmName =
  | 'event_not_followed'
  | 'fulfillment_failed'
  | 'gateway_notice'
  | 'gateway_silent'
  | 'integrity_failed'
  | 'integrity_overdue'
  | 'mail_failed'
  | 'mail_unconfirmed'
  | 'message_unreadable'
  | 'payment_disputed'
  | 'refund_failed'
  | 'refund_mismatch'
  | 'row_too_new'
  | 'secret_missing'
  | 'secret_unreadable'
  | 'stray_capture'
  | 'template_failed';
