import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { GraphWidget, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { BillingMode, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  DefaultDashboardFactory,
  MetricStatistic,
  MonitoringFacade,
  notifySns,
  type CustomMetricWithAlarm,
} from 'cdk-monitoring-constructs';
import type { Construct } from 'constructs';
import { INCIDENT_AREA, INCIDENTS } from '../constructs/function.ts';
import {
  certificateExpiry,
  failedEvents,
  functionConcurrency,
  functionErrors,
  mailReputation,
  tableThrottles,
} from '../constructs/account-alarms.ts';
import { apiErrors, apiFigures, apiLatency } from '../constructs/api-alarms.ts';
import {
  describeAlarm,
  incidentAlarm,
  incidentAlarmsByArea,
  missedRunsAlarm,
  silentGatewayAlarm,
} from '../constructs/alarms.ts';
import { reportFailedBackups } from '../constructs/backups.ts';
import { monthlyBudget } from '../constructs/budget.ts';
import { importFunction, importQueue } from '../constructs/cross-stack.ts';
import { MEASURES, streams, type Measure, type QueueName } from '../definition.ts';
import type { DataStack } from './data.ts';
import type { RoutesStack } from './routes.ts';
import type { Settings } from './settings.ts';
import type { WorkersStack } from './workers.ts';

interface ObservabilityStackProps {
  settings: Settings;
  data: DataStack;
  /** Every HTTP API by a readable name. */
  apis: ReadonlyMap<string, HttpApi>;
  routes: readonly RoutesStack[];
  workers: WorkersStack;
}

const DETAIL_RANGE = Duration.hours(8);
const QUEUE_AGE_MAX_SECONDS = 900;
/** Queues with an alarm for the age of messages. All queues have one for dead letters. */
const AGE_WATCHED: ReadonlySet<string> = new Set<QueueName>(['fulfillment', 'mail', 'webhook-deliveries']);
const ITERATOR_AGE_MAX_MS = 60_000;
const COUNTS = (Object.keys(MEASURES) as Measure[]).filter((name) => MEASURES[name] === 'Count');

/** Alarms that require action, sent to one topic, and dashboards that explain them. */
export class ObservabilityStack extends Stack {
  readonly #monitoring: MonitoringFacade;
  readonly #props: ObservabilityStackProps;

  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, { description: 'Alarms and dashboards of the gift commerce API' });
    this.#props = props;
    const { settings } = props;
    const topic = new sns.Topic(this, 'Alarms', { topicName: `${settings.prefix}-alarms`, enforceSSL: true });
    // A custom policy replaces the topic's default one, which lets alarms publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (settings.alarmEmail) topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    if (settings.monthlyBudget) monthlyBudget(topic, settings.prefix, settings.monthlyBudget);
    if (settings.backupVault) reportFailedBackups(topic, settings);
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
        // Each dashboard is billed.
        createAlarmDashboard: false,
      }),
    });
    this.#watchApis();
    this.#watchBusiness();
    this.#watchQueues();
    this.#watchTable();
    this.#watchAccount();
    this.#watchFunctions();
  }

  /** Early warnings, omitted in an environment without real buyers: each metric is billed. */
  #early<T extends object>(alarms: T): Partial<T> {
    return this.#props.settings.warnsEarly ? alarms : {};
  }

  #watchApis(): void {
    const { apis, settings } = this.#props;
    this.#monitoring.addLargeHeader('APIs').monitorCustom({
      humanReadableName: 'All APIs',
      alarmFriendlyName: 'api',
      metricGroups: [
        { title: 'All APIs', metrics: [apiErrors(settings), ...(settings.warnsEarly ? [apiLatency(settings)] : [])] },
      ],
      // The graphs below show the same figures by API.
      addToDetailDashboard: false,
    });
    for (const [title, metrics] of apiFigures(apis)) this.#monitoring.addWidget(graph(title, metrics), true, false);
  }

  /** Alarms on incidents that functions log, and on notifications that are missing. */
  #watchBusiness(): void {
    const { settings } = this.#props;
    const factory = this.#monitoring.createMetricFactory();
    const count = (name: string, dimensions = {}) =>
      factory.createMetric(INCIDENTS, MetricStatistic.SUM, name, dimensions);
    const metrics = settings.warnsEarly
      ? incidentAlarmsByArea((area) => count(area, { [INCIDENT_AREA]: area }))
      : [incidentAlarm('incident', 'The `alarm` of a log line names the incident.', count('incident'))];
    this.#monitoring.addLargeHeader('Business').monitorCustom({
      humanReadableName: 'Incidents',
      alarmFriendlyName: 'business',
      metricGroups: [{ title: 'Incidents', metrics }],
    });
    this.#monitoring.monitorCustom({
      humanReadableName: 'Notices of the gateway',
      alarmFriendlyName: 'gateway',
      metricGroups: [
        {
          title: 'Hours with found payments and without notifications',
          metrics: [silentGatewayAlarm(settings.prefix)],
        },
      ],
    });
    for (const widget of this.#businessGraphs()) this.#monitoring.addWidget(widget, true, false);
  }

  /** Business metrics. The delay of webhook deliveries is the age of the oldest waiting message. */
  #businessGraphs(): GraphWidget[] {
    const { settings, data } = this.#props;
    const figure = (metricName: Measure, statistic = 'Sum'): Metric =>
      new Metric({ namespace: settings.prefix, metricName, statistic, label: `${metricName} ${statistic}` });
    const lanes = [...data.queues].filter(([name]) => name.startsWith('webhook-'));
    return [
      graph(
        'Orders, refunds, disputes',
        COUNTS.map((name) => figure(name)),
      ),
      graph(
        'Seconds from paid to fulfilled',
        ['p50', 'p99', 'Maximum'].map((statistic) => figure('SecondsFromPaidToFulfilled', statistic)),
      ),
      graph('Seconds since the oldest complete check of the books', [figure('SecondsSinceProof', 'Maximum')]),
      graph(
        'Age of the oldest waiting webhook, in seconds',
        lanes.map(([label, { queue }]) => importQueue(this, queue).metricApproximateAgeOfOldestMessage({ label })),
      ),
    ];
  }

  #watchQueues(): void {
    this.#monitoring.addLargeHeader('Queues and streams');
    for (const [name, { queue, deadLetters }] of this.#props.data.queues) {
      this.#monitoring.monitorSqsQueueWithDlq({
        queue: importQueue(this, queue),
        deadLetterQueue: importQueue(this, deadLetters),
        humanReadableName: name,
        alarmFriendlyName: name,
        ...(AGE_WATCHED.has(name)
          ? this.#early({
              addQueueMaxMessageAgeAlarm: {
                Warning: {
                  maxAgeInSeconds: QUEUE_AGE_MAX_SECONDS,
                  ...describeAlarm('queue-age', `Messages of ${name} wait for more than a quarter of an hour.`),
                },
              },
            })
          : {}),
        addDeadLetterQueueMaxSizeAlarm: { Critical: this.#deadLetters(name, 'dead-letters') },
      });
    }
    for (const [name, queue] of this.#props.data.streamDeadLetters) this.#watchStreamDeadLetters(name, queue);
    this.#watchFailedRuns();
  }

  #watchStreamDeadLetters(name: string, queue: Queue): void {
    this.#monitoring.monitorSqsQueue({
      queue: importQueue(this, queue),
      humanReadableName: `Dead letters of the stream ${name}`,
      alarmFriendlyName: `stream-${name}-dlq`,
      addQueueMaxSizeAlarm: { Critical: this.#deadLetters(`stream-${name}`, 'stream-dead-letters') },
    });
  }

  #watchFailedRuns(): void {
    this.#monitoring.monitorSqsQueue({
      queue: importQueue(this, this.#props.data.failedRuns),
      humanReadableName: 'Runs of schedules that failed',
      alarmFriendlyName: 'schedules-dlq',
      addQueueMaxSizeAlarm: {
        Critical: {
          maxMessageCount: 0,
          ...describeAlarm(
            'failed-runs',
            'A run of a schedule failed. Inspect, then: npm run ops -- dlq drop schedules',
          ),
        },
      },
    });
  }

  #deadLetters(name: string, anchor: string) {
    const text = `Messages of ${name} failed permanently. Inspect and replay: npm run ops -- dlq replay ${name}`;
    return { maxMessageCount: 0, ...describeAlarm(anchor, text) };
  }

  #watchTable(): void {
    const table = TableV2.fromTableName(this, 'Table', this.#props.settings.prefix);
    this.#monitoring.addLargeHeader('Table').monitorDynamoTable({
      table,
      billingMode: BillingMode.PAY_PER_REQUEST,
      alarmFriendlyName: 'table',
    });
    if (!this.#props.settings.warnsEarly) return;
    this.#custom('table-throttled', 'Rejected calls of table and indexes', [tableThrottles(table.tableName)]);
  }

  #custom(alarmFriendlyName: string, title: string, metrics: CustomMetricWithAlarm[]): void {
    this.#monitoring.monitorCustom({
      humanReadableName: title,
      alarmFriendlyName,
      metricGroups: [{ title, metrics }],
    });
  }

  #watchAccount(): void {
    const { settings } = this.#props;
    this.#monitoring.addLargeHeader('Account');
    this.#custom('lambda', 'All functions', [functionErrors(), ...(settings.warnsEarly ? functionConcurrency() : [])]);
    this.#custom('events', 'Undelivered events', [failedEvents(settings)]);
    if (settings.ownsMailDomain) this.#custom('mail', 'Sender reputation', mailReputation());
    if (settings.certificateArn)
      this.#custom('certificate', 'Days until the certificate expires', [certificateExpiry(settings.certificateArn)]);
  }

  /** Graphs by function. Alarms on errors and throttles cover the account. */
  #watchFunctions(): void {
    this.#monitoring.addLargeHeader('Workers, schedules, relay');
    const relays = new Set(streams.map(({ consumer }) => consumer.name));
    for (const [name, fn] of this.#props.workers.functions) {
      this.#monitoring.monitorLambdaFunction({
        lambdaFunction: importFunction(this, fn.deployedName),
        humanReadableName: name,
        alarmFriendlyName: name,
        ...missedRunsAlarm(name),
        ...(relays.has(name)
          ? {
              addMaxIteratorAgeAlarm: {
                Critical: {
                  maxAgeInMillis: ITERATOR_AGE_MAX_MS,
                  ...describeAlarm('stream-behind', `${name} is more than a minute behind what was committed.`),
                },
              },
            }
          : {}),
      });
    }
    this.#monitoring.addLargeHeader('Routes');
    for (const { group, functions } of this.#props.routes) {
      const named = functions.map((fn) => ({ fn: importFunction(this, fn.deployedName), label: fn.node.id }));
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
