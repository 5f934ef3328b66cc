/** Splits the rows of a bulk update into requests that the API takes: by number, size and values. Pure. */

/** The API takes 1,000 rows, 1 MiB and 12,000 values in a request; the rest of the body needs some of each. */
const MOST = { rows: 1000, bytes: 1_000_000, values: 11_000 } as const;

const encoder = new TextEncoder();

/** The values in a value as the API counts them: an empty list or object counts as one with a value. */
export const valuesIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const inside = Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 0);
  return 1 + Math.max(1, inside);
};

/** The rows of each request, in order; without rows one request without any. A row that is too large is sent alone. */
export const rowsOfRequests = <Row>(rows: readonly Row[]): readonly (readonly Row[])[] => {
  const requests: Row[][] = [[]];
  let [bytes, values] = [0, 0];
  for (const row of rows) {
    const [size, count] = [encoder.encode(JSON.stringify(row)).length + 1, valuesIn(row)];
    const isFull = requests.at(-1)!.length === MOST.rows || bytes + size > MOST.bytes || values + count > MOST.values;
    if (isFull && requests.at(-1)!.length > 0) {
      requests.push([]);
      [bytes, values] = [0, 0];
    }
    requests.at(-1)!.push(row);
    bytes += size;
    values += count;
  }
  return requests;
};
