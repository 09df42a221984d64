import {
  DescribeSecretCommand,
  SecretsManagerClient,
  type DescribeSecretCommandOutput,
} from '@aws-sdk/client-secrets-manager';
import { log } from '../../platform/log.ts';

/** Beside `AWSCURRENT` on what a command has filled in and found to be of use; any other version lacks it. */
export const FILLED_IN = 'FILLED-IN';

/**
 * `missing`: there is none, it is being deleted, or it is as the deployment made it. `unchecked`: somebody put it there without
 * the command that looks at it. `unreadable`: the store did not say.
 */
export type SecretState = 'set' | 'unchecked' | 'missing' | 'unreadable';

export interface DescribedSecret {
  state: SecretState;
  /** Begins the id of the version in use; undefined where none is. */
  version?: string | undefined;
  changedAtMs?: number | undefined;
}

let client: SecretsManagerClient | undefined;

/** Whoever asks waits: what takes longer is told of as unreadable. */
const REQUEST_TIMEOUT_MS = 3_000;
const VERSION_SHOWN = 8;

/**
 * What the store tells of a secret without its value, by its name or ARN. `isOurs`: a deployment has made its value, so any
 * version of it is of use.
 */
export const describeSecret = async (id: string, isOurs: boolean): Promise<DescribedSecret> => {
  try {
    client ??= new SecretsManagerClient({
      maxAttempts: 2,
      requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
    });
    return stateOf(await client.send(new DescribeSecretCommand({ SecretId: id })), isOurs);
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return { state: 'missing' };
    log.error('The store does not tell of a secret', { alarm: 'secret_unreadable', cause: error });
    return { state: 'unreadable' };
  }
};

const stateOf = (told: DescribeSecretCommandOutput, isOurs: boolean): DescribedSecret => {
  const versions = Object.entries(told.VersionIdsToStages ?? {});
  const [current, labels = []] = versions.find(([, stages]) => stages.includes('AWSCURRENT')) ?? [];
  if (current === undefined || told.DeletedDate) return { state: 'missing' };
  const shown = {
    version: current.slice(0, VERSION_SHOWN),
    changedAtMs: (told.LastChangedDate ?? told.CreatedDate)?.getTime(),
  };
  if (isOurs || labels.includes(FILLED_IN)) return { state: 'set', ...shown };
  const wasReplaced = versions.some(([, stages]) => stages.includes('AWSPREVIOUS'));
  return { state: wasReplaced ? 'unchecked' : 'missing', ...shown };
};
