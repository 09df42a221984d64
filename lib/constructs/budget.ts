import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Stack } from 'aws-cdk-lib';

const SPENT_PERCENT = 80;
const FORECAST_PERCENT = 100;

/**
 * A budget of the account's costs in a calendar month, in US dollars. It notifies the topic of alarms at 80% of the
 * amount, and when the forecast exceeds it. Its name ends with the section of the runbook, because it has no
 * description.
 */
export const monthlyBudget = (topic: Topic, prefix: string, amount: number): void => {
  const stack = Stack.of(topic);
  topic.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  const notificationAt = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
  });
  const budget = new CfnBudget(stack, 'Budget', {
    budget: {
      budgetName: `${prefix}-budget`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      notificationAt('ACTUAL', SPENT_PERCENT),
      notificationAt('FORECASTED', FORECAST_PERCENT),
    ],
  });
  // The topic's policy must exist first, because the budget publishes immediately.
  budget.node.addDependency(topic);
};
