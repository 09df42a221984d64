import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * A process that runs bundles like Lambda: each invocation on a thread with its own variables and modules. The process
 * may read nothing but the folder of the bundles, and a bundle may import nothing but its own folder.
 */
export interface Invocation {
  id: number;
  /** Folder of the bundle. */
  folder: string;
  env: Record<string, string>;
  event: unknown;
  name: string;
  timeoutSeconds: number;
}

export interface Reply {
  id: number;
  result?: unknown;
  error?: string;
}

const detailsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const start = (invocation: Invocation): void => {
  const { id, env } = invocation;
  const worker = new Worker(new URL(import.meta.url), { env, workerData: invocation });
  const reply = (answer: Omit<Reply, 'id'>): void => {
    process.send?.({ id, ...answer });
    void worker.terminate();
  };
  worker.once('message', reply);
  worker.once('error', (error) => reply({ error: detailsOf(error) }));
};

const confineImports = (folder: string): void => {
  const inside = pathToFileURL(`${folder}/`).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      if (resolved.url.startsWith('node:') || resolved.url.startsWith(inside)) return resolved;
      throw new Error(`${specifier} is outside the bundle`);
    },
  });
};

const invoke = async ({ folder, event, name, timeoutSeconds }: Invocation): Promise<unknown> => {
  confineImports(folder);
  const file = join(folder, 'index.cjs');
  const { handler } = createRequire(file)(file) as { handler: (event: unknown, context: object) => unknown };
  const endsAtMs = Date.now() + timeoutSeconds * 1000;
  const context = {
    functionName: name,
    awsRequestId: '00000000-0000-4000-8000-000000000000',
    getRemainingTimeInMillis: () => Math.max(0, endsAtMs - Date.now()),
  };
  return (await handler(event, context)) ?? null;
};

if (isMainThread) {
  process.on('message', start);
  process.on('disconnect', () => process.exit());
} else {
  try {
    parentPort?.postMessage({ result: await invoke(workerData as Invocation) });
  } catch (error) {
    parentPort?.postMessage({ error: detailsOf(error) });
  }
}
