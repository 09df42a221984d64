import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { table } from '../definition.ts';
import type { Settings } from '../stacks/settings.ts';

const text = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

/** The one table: on demand, encrypted, restorable to any second of the last 35 days, with its stream and indexes. */
export class ServiceTable extends dynamodb.Table {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      tableName: settings.prefix,
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.keepsState,
      removalPolicy: settings.removalPolicy,
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'ttl',
    });
    for (const index of table.indexes) {
      this.addGlobalSecondaryIndex({
        indexName: index,
        partitionKey: text(`${index}pk`),
        sortKey: text(`${index}sk`),
        projectionType: dynamodb.ProjectionType.KEYS_ONLY,
      });
    }
  }

  /** ARNs of the indexes by name: a wildcard would also cover indexes that do not exist yet. */
  get indexArns(): string[] {
    return table.indexes.map((index) => `${this.tableArn}/index/${index}`);
  }
}
