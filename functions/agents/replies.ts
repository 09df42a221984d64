import * as z from 'zod/mini';

/** A JSON-RPC response. The protocol defines its result. */
export const agentReplies = {
  AgentMessage: z.union([
    z.looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.int()]), result: z.looseObject({}) }),
    z.looseObject({
      jsonrpc: z.literal('2.0'),
      id: z.nullable(z.union([z.string(), z.int()])),
      error: z.looseObject({ code: z.int(), message: z.string() }),
    }),
  ]),
};
