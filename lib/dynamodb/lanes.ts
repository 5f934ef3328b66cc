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
