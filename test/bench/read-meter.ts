interface Capacity {
  CapacityUnits?: number;
}

/** Counts the read units and table calls between `start` and `read`. */
export const readMeter = async (): Promise<{ start: () => void; read: () => { rcu: number; calls: number } }> => {
  const { documents } = await import('../../functions/storage/client.ts');
  let units = { rcu: 0, calls: 0 };
  const { send } = documents;
  documents.send = async (command) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = await send(command);
    const consumed = (answer as { ConsumedCapacity?: Capacity | Capacity[] }).ConsumedCapacity ?? [];
    units.calls++;
    for (const { CapacityUnits } of [consumed].flat()) units.rcu += CapacityUnits ?? 0;
    return answer;
  };
  return {
    start: () => {
      units = { rcu: 0, calls: 0 };
    },
    read: () => units,
  };
};
