import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A slow receiver responds just in time. */
const SLOW_MS = 8000;

type Kind = 'healthy' | 'dead' | 'slow';

export interface Arrival {
  /** Number of the receiver. */
  index: number;
  orderId: string;
  atMs: number;
}

export interface Receivers {
  slowMs: number;
  urlOf: (kind: Kind, index: number) => string;
  /** Returns a list to which requests are added as they arrive from now on. */
  listen: () => Arrival[];
  close: () => void;
}

/** A port without a listener. */
const unusedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

/** Starts one server for all receivers, by path, except for half of the dead ones, whose port has no listener. */
export const startReceivers = async (): Promise<Receivers> => {
  let arrivals: Arrival[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const atMs = performance.now();
      const [, kind, index] = (request.url ?? '').split('/');
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { data: { order: { id: string } } };
      arrivals.push({ index: Number(index), orderId: event.data.order.id, atMs });
      if (kind === 'healthy') answer.writeHead(204).end();
      if (kind === 'slow') setTimeout(() => answer.writeHead(204).end(), SLOW_MS);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const unused = await unusedPort();
  return {
    slowMs: SLOW_MS,
    urlOf: (kind, index) => `http://127.0.0.1:${kind === 'dead' && index % 2 === 0 ? unused : port}/${kind}/${index}`,
    listen: () => (arrivals = []),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
