/** A map that drops each entry after its time to live, and the oldest ones beyond `capacity`. */
export const createTtlCache = <T>(now: () => number, capacity = 10_000) => {
  const entries = new Map<string, { value: T; expires: number }>();
  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      if (entry && entry.expires <= now()) entries.delete(key);
      return entry && entry.expires > now() ? entry.value : undefined;
    },
    set: (key: string, value: T, ttlMilliseconds: number): void => {
      entries.delete(key);
      entries.set(key, { value, expires: now() + ttlMilliseconds });
      const [oldest] = entries.keys();
      if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
    },
  };
};
