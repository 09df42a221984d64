import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { errorMessage } from '../error-message.ts';

/**
 * Returns why a deployment cannot reach AWS, or undefined if there are credentials and a region. Uses the default chain
 * of the SDK (environment, profile, single sign-on, role of the machine).
 */
export const credentialsFault = async (): Promise<string | undefined> => {
  const client = new DynamoDBClient({});
  try {
    await client.config.credentials();
    await client.config.region();
    return undefined;
  } catch (error) {
    return `No credentials or region for AWS: ${errorMessage(error)}. Set AWS_PROFILE and AWS_REGION, or sign in with \`aws sso login\`.`;
  } finally {
    client.destroy();
  }
};
