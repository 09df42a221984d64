import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

type Handler = (event: unknown) => Promise<unknown>;

/**
 * Serves events with the handler of an isolated function, from source or bundle. The stack sends the next event only
 * after the response.
 */
const { file } = workerData as { file: string };
const load = async (): Promise<Handler> => {
  const module = (
    file.endsWith('.cjs') ? createRequire(import.meta.url)(file) : await import(pathToFileURL(file).href)
  ) as { handler: Handler };
  return module.handler;
};

const handler = await load();
parentPort?.on('message', (event: unknown) => {
  void (async () => {
    try {
      parentPort?.postMessage({ result: (await handler(event)) ?? null });
    } catch (error) {
      parentPort?.postMessage({ error: String(error) });
    }
  })();
});
parentPort?.postMessage({ ready: true });
