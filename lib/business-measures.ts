/** Business metrics (functions/platform/measures.ts), with CloudWatch's unit. */
export const businessMeasures: readonly { name: string; unit: 'Count' | 'Seconds' }[] = [
  { name: 'OrdersCreated', unit: 'Count' },
  { name: 'OrdersPaid', unit: 'Count' },
  { name: 'OrdersFulfilled', unit: 'Count' },
  { name: 'SecondsFromPaidToFulfilled', unit: 'Seconds' },
  { name: 'OrdersRefunded', unit: 'Count' },
  { name: 'DisputesOpened', unit: 'Count' },
  { name: 'OversellAttempts', unit: 'Count' },
  { name: 'PaymentsFound', unit: 'Count' },
  { name: 'GatewayNotices', unit: 'Count' },
  { name: 'SecondsSinceProof', unit: 'Seconds' },
];
