/**
 * Stores values of one invocation. It is Lambda's own store if one environment processes several events concurrently.
 */
interface Store {
  get: (name: PropertyKey) => unknown;
  set: (name: PropertyKey, value: unknown) => unknown;
}

interface InvokeStore extends Store {
  hasContext: () => boolean;
}

const alone = new Map<PropertyKey, unknown>();

/** The store of the running invocation. */
export const invocationStore = (): Store => {
  const { awslambda } = globalThis as { awslambda?: { InvokeStore?: InvokeStore } };
  return awslambda?.InvokeStore?.hasContext() ? awslambda.InvokeStore : alone;
};
