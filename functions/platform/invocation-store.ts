/** Values that one invocation keeps; Lambda's own store where one environment serves several concurrent events. */
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
