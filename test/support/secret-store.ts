import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A store of secrets for tests of single modules: what it holds is what `secrets` says at each moment. */
export const startSecretStore = async (secrets: Record<string, string | undefined>) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { SecretId } = JSON.parse(body) as { SecretId: string };
      seen.push(SecretId);
      const value = secrets[SecretId];
      const answer =
        value === undefined
          ? { __type: 'ResourceNotFoundException', message: 'There is none.' }
          : { SecretString: value };
      response.writeHead(value === undefined ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.1' });
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
  return { seen, stop };
};
