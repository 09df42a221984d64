import {
  DescribeSecretCommand,
  SecretsManagerClient,
  type DescribeSecretCommandOutput,
} from '@aws-sdk/client-secrets-manager';
import { log } from '../../platform/log.ts';

/** Label of a secret's version, in addition to `AWSCURRENT`, that a command has set and verified. */
export const FILLED_IN = 'FILLED-IN';

/**
 * `missing`: the secret does not exist, is being deleted, or has its initial value. `unchecked`: it was not set by the
 * command that verifies it. `unreadable`: the store did not respond or refused the request.
 */
type SecretState = 'set' | 'unchecked' | 'missing' | 'unreadable';

interface DescribedSecret {
  state: SecretState;
  /** Beginning of the current version's id; undefined if there is none. */
  version?: string | undefined;
  changedAtMs?: number | undefined;
}

let client: SecretsManagerClient | undefined;

/** Time limit of each of two attempts, which is short because a caller is waiting. */
const REQUEST_TIMEOUT_MS = 3_000;
const VERSION_SHOWN = 8;

/**
 * Describes a secret, by name or ARN, without its value. `isOurs`: a deployment generated the value, so any version is
 * valid.
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
    log.error('The status of a secret could not be read', { alarm: 'secret_unreadable', cause: error });
    return { state: 'unreadable' };
  }
};

const stateOf = (description: DescribeSecretCommandOutput, isOurs: boolean): DescribedSecret => {
  const versions = Object.entries(description.VersionIdsToStages ?? {});
  const [current, labels = []] = versions.find(([, stages]) => stages.includes('AWSCURRENT')) ?? [];
  if (current === undefined || description.DeletedDate) return { state: 'missing' };
  const shown = {
    version: current.slice(0, VERSION_SHOWN),
    changedAtMs: (description.LastChangedDate ?? description.CreatedDate)?.getTime(),
  };
  if (isOurs || labels.includes(FILLED_IN)) return { state: 'set', ...shown };
  const wasReplaced = versions.some(([, stages]) => stages.includes('AWSPREVIOUS'));
  return { state: wasReplaced ? 'unchecked' : 'missing', ...shown };
};
