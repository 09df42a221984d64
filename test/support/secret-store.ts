import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Starts a secret store for unit tests: `secrets` are its current values, `described` their metadata. */
export const startSecretStore = async (
  secrets: Record<string, string | undefined>,
  described: Record<string, object | undefined> = {},
) => {
  const results: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { SecretId } = JSON.parse(body) as { SecretId: string };
      results.push(SecretId);
      const describes = String(request.headers['x-amz-target']).endsWith('.DescribeSecret');
      const value = secrets[SecretId] === undefined ? undefined : { SecretString: secrets[SecretId] };
      const found = describes ? described[SecretId] : value;
      const answer = found ?? { __type: 'ResourceNotFoundException', message: 'There is none.' };
      response.writeHead('__type' in answer ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((stopped) => server.close(stopped));
  };
  return { seen: results, stop };
};
