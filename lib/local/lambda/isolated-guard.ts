import { Worker } from 'node:worker_threads';

/**
 * A process for one isolated function: the function runs on a thread, and the main thread monitors it. The process
 * kills itself when its stack ends, and within `WATCH_EVERY_MS` when it exceeds the function's memory.
 */
const [file = '', memoryMb = '512'] = process.argv.slice(2);
const WATCH_EVERY_MS = 15;
const BYTES_PER_MB = 1024 * 1024;

const end = (): void => void process.kill(process.pid, 'SIGKILL');

const worker = new Worker(new URL('isolated-thread.ts', import.meta.url), { workerData: { file } });
let reported = Promise.resolve();
worker.on('error', (error: Error & { code?: string }) => {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end();
  // Exiting immediately would lose the message, and a failed start would look like a lack of memory.
  reported = new Promise((resolve) => process.send?.({ error: String(error) }, () => resolve()));
});
worker.on('exit', (code) => void reported.then(() => process.exit(code)));
worker.on('message', (message: object) => process.send?.({ ...message, rss: process.memoryUsage.rss() }));
process.on('message', (event) => worker.postMessage(event));
process.on('disconnect', end);
setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryMb) * BYTES_PER_MB) end();
}, WATCH_EVERY_MS);
