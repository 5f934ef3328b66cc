/** What the calls of some work take of the table of an opened world (`opened-world.ts`). */
import { through } from './opened-world.ts';

interface Capacity {
  readonly CapacityUnits: number;
}

/** What the work came to, and its read and write units. Those of a transaction that writes are write units. */
export const metered = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly reads: number; readonly writes: number }> => {
  const units = { reads: 0, writes: 0 };
  const result = await through(
    (call) => async (operation, input, options) => {
      const asked = { ...(input as object), ReturnConsumedCapacity: 'TOTAL' };
      const reply = await call(operation, asked as never, options);
      const { ConsumedCapacity = [] } = reply as { ConsumedCapacity?: Capacity | readonly Capacity[] };
      const sum = [ConsumedCapacity].flat().reduce((all, { CapacityUnits }) => all + CapacityUnits, 0);
      units[/^(?:Get|BatchGet|Query)/.test(operation) ? 'reads' : 'writes'] += sum;
      return reply;
    },
    work,
  );
  return { result, ...units };
};
