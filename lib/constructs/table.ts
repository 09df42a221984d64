import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { TABLE_INDEXES } from '../definition.ts';
import type { Settings } from '../stacks/settings.ts';

const text = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

/**
 * The only table: on demand, encrypted, restorable to any second of the last 35 days, with its stream and indexes. It
 * is a global table of one region, so that another region can be added later without a new table.
 */
export class ServiceTable extends dynamodb.TableV2 {
  constructor(scope: Construct, id: string, settings: Settings) {
    // A write to an index that is not warm is throttled, and so is the write to the table.
    const warm = settings.warmThroughput ? { warmThroughput: settings.warmThroughput } : {};
    super(scope, id, {
      tableName: settings.prefix,
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billing: dynamodb.Billing.onDemand(),
      encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.keepsState,
      removalPolicy: settings.removalPolicy,
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'ttl',
      contributorInsightsSpecification: { enabled: settings.contributorInsights },
      ...warm,
      globalSecondaryIndexes: TABLE_INDEXES.map((indexName) => ({
        ...warm,
        indexName,
        partitionKey: text(`${indexName}pk`),
        sortKey: text(`${indexName}sk`),
        projectionType: dynamodb.ProjectionType.KEYS_ONLY,
      })),
    });
  }
}
