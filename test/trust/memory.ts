/** Whether memory stays, of a service that runs for long (docs/trust.md: what it does not show). */

/** The share of the run after which all code has been loaded and compiled. */
const WARM = 0.1;
const MOST_GROWTH = 1.3;
/** Growth in the last quarter that says that it goes on. */
const STILL_RISING = 1.03;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/**
 * Memory after warming up, at the beginning of the last quarter and at the end, each a mean over a twentieth of the run. What V8
 * and malloc keep for later rises, less and less: it fails where it has grown by much and goes on growing.
 *
 * @param samples - resident bytes, taken at even distances
 */
export const checkMemory = (
  samples: readonly number[],
): { readonly found: string; readonly failures: readonly string[] } => {
  const at = (share: number) => {
    const from = Math.floor(samples.length * share);
    return mean(samples.slice(from, from + Math.ceil(samples.length / 20)));
  };
  const [warm, lastQuarter, end] = [at(WARM), at(0.75), at(0.95)];
  const found = `memory ${megabytes(warm)} after the first tenth, ${megabytes(end)} at the end`;
  const leaks = end > warm * MOST_GROWTH && end > lastQuarter * STILL_RISING;
  return { found, failures: leaks ? [`Memory is not flat: ${found}, and still rising`] : [] };
};

/** For the process of the service: glibc else keeps a heap of its own for each thread, and the holes in them grow for hours. */
export const ONE_HEAP = { MALLOC_ARENA_MAX: '1' } as const;
