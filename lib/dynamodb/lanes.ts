/** Work on many things, a few of them at a time. */

/** @throws what the first of them throws; no other begins then */
export const inLanes = async <Each>(
  all: Iterable<Each>,
  atOnce: number,
  work: (each: Each) => Promise<void>,
): Promise<void> => {
  const left = all[Symbol.iterator]();
  let isOver = false;
  const lane = async () => {
    for (let next = left.next(); !next.done && !isOver; next = left.next()) {
      try {
        await work(next.value);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
};

/** The same things in chunks of so many, in their order; the last one may have fewer. */
export const chunksOf = <Each>(all: readonly Each[], size: number): readonly (readonly Each[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
