import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ComparisonOperator, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import {
  DefaultDashboardFactory,
  MetricStatistic,
  MonitoringFacade,
  notifySns,
  type CustomMetricWithAlarm,
} from 'cdk-monitoring-constructs';
import type { Construct } from 'constructs';
import { INCIDENT_NAME, INCIDENTS } from '../constructs/function.ts';
import { businessAlarms } from '../business-alarms.ts';
import { streams } from '../definition.ts';
import type { DataStack } from './data.ts';
import type { RoutesStack } from './routes.ts';
import type { Settings } from './settings.ts';
import type { WorkersStack } from './workers.ts';

export interface ObservabilityStackProps {
  settings: Settings;
  data: DataStack;
  api: HttpApi;
  routes: readonly RoutesStack[];
  workers: WorkersStack;
}

const DETAIL_RANGE = Duration.hours(8);
const QUEUE_AGE_MAX_SECONDS = 900;
const ITERATOR_AGE_MAX_MS = 60_000;

/** Alarms on what a person must act on, sent to one topic, and the dashboards that explain them. */
export class ObservabilityStack extends Stack {
  readonly #monitoring: MonitoringFacade;
  readonly #props: ObservabilityStackProps;

  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, { description: 'Alarms and dashboards of the gift commerce API' });
    this.#props = props;
    const { settings } = props;
    const topic = new sns.Topic(this, 'Alarms', { topicName: `${settings.prefix}-alarms`, enforceSSL: true });
    // A topic with a policy of its own loses the default one, by which alarms may publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (settings.alarmEmail) topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    this.#monitoring = new MonitoringFacade(this, 'Monitoring', {
      alarmFactoryDefaults: {
        alarmNamePrefix: settings.prefix,
        actionsEnabled: true,
        action: notifySns(topic, topic),
        datapointsToAlarm: 1,
      },
      metricFactoryDefaults: { namespace: settings.prefix },
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        dashboardNamePrefix: settings.prefix,
        detailDashboardRange: DETAIL_RANGE,
        createSummaryDashboard: false,
        createAlarmDashboard: true,
      }),
    });
    this.#watchApi();
    this.#watchBusiness();
    this.#watchQueues();
    this.#watchTable();
    this.#watchFunctions();
  }

  #watchApi(): void {
    this.#monitoring.addLargeHeader('API').monitorApiGatewayV2HttpApi({
      api: this.#props.api,
      humanReadableName: 'API',
      alarmFriendlyName: 'api',
      add5xxRateAlarm: { Critical: { maxErrorRate: 0.01, evaluationPeriods: 3, datapointsToAlarm: 2 } },
      addLatencyP99Alarm: { Warning: { maxLatency: Duration.seconds(5), evaluationPeriods: 3, datapointsToAlarm: 3 } },
    });
  }

  /** What functions tell of in their logs; each of these is wrong from the first one on. */
  #watchBusiness(): void {
    const factory = this.#monitoring.createMetricFactory();
    const metrics = businessAlarms.map(({ name, meaning }): CustomMetricWithAlarm => ({
      metric: factory.createMetric(INCIDENTS, MetricStatistic.SUM, name, { [INCIDENT_NAME]: name }),
      alarmFriendlyName: name,
      addAlarm: {
        Critical: {
          threshold: 0,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          alarmDescriptionOverride: meaning,
        },
      },
    }));
    this.#monitoring.addLargeHeader('Business').monitorCustom({
      humanReadableName: 'What must not happen',
      alarmFriendlyName: 'business',
      metricGroups: [{ title: 'Incidents', metrics }],
    });
  }

  #watchQueues(): void {
    this.#monitoring.addLargeHeader('Queues and streams');
    for (const [name, { queue, deadLetters }] of this.#props.data.queues) {
      this.#monitoring.monitorSqsQueueWithDlq({
        queue,
        deadLetterQueue: deadLetters,
        humanReadableName: name,
        alarmFriendlyName: name,
        addQueueMaxMessageAgeAlarm: { Warning: { maxAgeInSeconds: QUEUE_AGE_MAX_SECONDS } },
        addDeadLetterQueueMaxSizeAlarm: { Critical: this.#deadLetters(name) },
      });
    }
    for (const [name, queue] of this.#props.data.streamDeadLetters) this.#watchStreamDeadLetters(name, queue);
  }

  #watchStreamDeadLetters(name: string, queue: IQueue): void {
    this.#monitoring.monitorSqsQueue({
      queue,
      humanReadableName: `Dead letters of the stream ${name}`,
      alarmFriendlyName: `stream-${name}-dlq`,
      addQueueMaxSizeAlarm: { Critical: this.#deadLetters(`stream-${name}`) },
    });
  }

  #deadLetters(name: string) {
    return {
      maxMessageCount: 0,
      alarmDescriptionOverride: `Messages of ${name} failed for good. Inspect and replay: npm run ops -- dlq replay`,
    };
  }

  #watchTable(): void {
    this.#monitoring.addLargeHeader('Table').monitorDynamoTable({
      table: this.#props.data.table,
      alarmFriendlyName: 'table',
      addReadThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 10 } },
      addWriteThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 10 } },
      addSystemErrorCountAlarm: { Warning: { maxErrorCount: 10 } },
    });
  }

  /** A failed route already shows as a 5xx of the API; whatever runs without a caller needs an alarm of its own. */
  #watchFunctions(): void {
    this.#monitoring.addLargeHeader('Workers, schedules, relay');
    const relays = new Set(streams.map(({ consumer }) => consumer.name));
    for (const [name, fn] of this.#props.workers.functions) {
      this.#monitoring.monitorLambdaFunction({
        lambdaFunction: fn,
        humanReadableName: name,
        alarmFriendlyName: name,
        addFaultCountAlarm: { Critical: { maxErrorCount: 0, evaluationPeriods: 3, datapointsToAlarm: 2 } },
        addThrottlesCountAlarm: { Warning: { maxErrorCount: 0, evaluationPeriods: 3, datapointsToAlarm: 3 } },
        ...(relays.has(name) ? { addMaxIteratorAgeAlarm: { Critical: { maxAgeInMillis: ITERATOR_AGE_MAX_MS } } } : {}),
      });
    }
    this.#monitoring.addLargeHeader('Routes');
    for (const { group, functions } of this.#props.routes) {
      const named = functions.map((fn) => ({ fn, label: fn.node.id }));
      for (const widget of [
        graph(
          `${group}: errors`,
          named.map(({ fn, label }) => fn.metricErrors({ label })),
        ),
        graph(
          `${group}: duration, 95th percentile`,
          named.map(({ fn, label }) => fn.metricDuration({ label, statistic: 'p95' })),
        ),
      ]) {
        this.#monitoring.addWidget(widget, true, false);
      }
    }
  }
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12, height: 6 });
