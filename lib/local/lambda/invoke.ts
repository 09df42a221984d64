/**
 * Runs one function of a running local stack with an event, and returns its result; the JSON body of an API response is
 * parsed. Throws a one-line error if there is no such stack or function, or no response.
 */
export const invokeLocally = async (stackUrl: string, name: string, event: unknown): Promise<unknown> => {
  const url = new URL(`/_local/functions/${encodeURIComponent(name)}`, stackUrl);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  }).catch((error: unknown) => {
    throw new Error(`No local stack responds at ${stackUrl}: start one with npm start, or pass its URL with --url`, {
      cause: error,
    });
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(error.message);
  return readable(result);
};

const readable = (result: unknown): unknown => {
  if (!result || typeof result !== 'object' || !('body' in result) || typeof result.body !== 'string') return result;
  try {
    return { ...result, body: JSON.parse(result.body) as unknown };
  } catch {
    return result;
  }
};
