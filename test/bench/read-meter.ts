interface Capacity {
  CapacityUnits?: number;
}

/** Read units and calls, as the table tells them, of everything that this process asks of it from now on. */
export const readMeter = async (): Promise<{ start: () => void; read: () => { rcu: number; calls: number } }> => {
  const { documents } = await import('../../functions/storage/client.ts');
  let units = { rcu: 0, calls: 0 };
  documents.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const consumed = (result.output as { ConsumedCapacity?: Capacity | Capacity[] }).ConsumedCapacity ?? [];
      units.calls++;
      for (const { CapacityUnits } of [consumed].flat()) units.rcu += CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize', name: 'readMeter' },
  );
  return {
    start: () => {
      units = { rcu: 0, calls: 0 };
    },
    read: () => units,
  };
};
