import { Worker } from 'node:worker_threads';

/**
 * A process for one isolated function: the function runs on a thread, and the main thread monitors it. It ends when the
 * stack that started it has ended, and at once when it uses more memory than the function has.
 */
const [file = '', memoryMb = '512'] = process.argv.slice(2);
const WATCH_EVERY_MS = 15;
const BYTES_PER_MB = 1024 * 1024;

const end = (): void => void process.kill(process.pid, 'SIGKILL');

const worker = new Worker(new URL('isolated-thread.ts', import.meta.url), { workerData: { file } });
worker.on('error', (error) => process.send?.({ error: String(error) }));
worker.on('exit', end);
worker.on('message', (message: object) => process.send?.({ ...message, rss: process.memoryUsage.rss() }));
process.on('message', (event) => worker.postMessage(event));
process.on('disconnect', end);
setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryMb) * BYTES_PER_MB) end();
}, WATCH_EVERY_MS);
