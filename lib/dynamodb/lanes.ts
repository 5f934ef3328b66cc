/** Work on many things, a few of them at a time. */

/**
 * Ends once nothing of it is under way any more: what goes on behind an answer meets whatever begins after it.
 *
 * @throws what the first of them throws; no other begins then
 */
export const inLanes = async <Each>(
  all: Iterable<Each>,
  atOnce: number,
  work: (each: Each) => Promise<void>,
): Promise<void> => {
  const left = all[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async () => {
    for (let next = left.next(); !next.done && failures.length === 0; next = left.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failures.length > 0) throw failures[0];
};

/**
 * As `Promise.all`, but it ends once all of them have.
 *
 * @throws what the first of them in their order throws
 */
export const allEnded = async <const Works extends readonly Promise<unknown>[]>(works: Works) => {
  await Promise.allSettled(works);
  return Promise.all(works);
};

/** The same things in chunks of so many, in their order; the last one may have fewer. */
export const chunksOf = <Each>(all: readonly Each[], size: number): readonly (readonly Each[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
