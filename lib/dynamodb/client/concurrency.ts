/** Runs tasks with limited concurrency. */

/**
 * Runs a task for each item with limited concurrency, and waits for every task that began, also after a failure: work
 * that continued after the response would interfere with the next request.
 *
 * @throws the first error; no further task begins after it
 */
export const withConcurrency = async <Each>(
  all: Iterable<Each>,
  atOnce: number,
  work: (each: Each) => Promise<void>,
): Promise<void> => {
  const left = all[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = left.next(); !next.done && failures.length === 0; next = left.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
};

/**
 * Like `Promise.all`, but waits until all promises have completed.
 *
 * @throws the error of the first rejected promise, in their order
 */
export const allEnded = async <const Works extends readonly Promise<unknown>[]>(works: Works) => {
  await Promise.allSettled(works);
  return Promise.all(works);
};

/** Splits a list into chunks of a size, in order; the last one may be smaller. */
export const chunksOf = <Each>(all: readonly Each[], size: number): readonly (readonly Each[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
