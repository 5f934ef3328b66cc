/** What tests send and expect alike, whatever the operation. */
import { expect } from 'vitest';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import type { Answer, Call } from './call.ts';

/** An error as `bare` has it; any message where none is given. */
export const refused = (status: number, code: number, message?: string) => ({
  status,
  body: { code, message: message ?? expect.any(String) },
});

/** The catalogue's answer for a code; with a message of its own where the row has another for it. */
export const refusal = (code: keyof typeof catalogue | number, message?: string) => {
  const row = catalogue[String(code) as keyof typeof catalogue];
  return { status: row.status, body: { code: Number(code), message: message ?? row.message } };
};

/** Status and body alone, for exact comparison. */
export const bare = ({ status, body }: Answer) => ({ status, body });

/** A request for problem details. */
export const ASKS_PROBLEM: Call = { headers: { Accept: 'application/problem+json' } };

/** What problem details list: the pointer and the code of each entry. */
export const listedIn = async (answer: Promise<Answer>): Promise<readonly unknown[]> =>
  (await answer).body.errors.map(({ pointer, code }: { pointer: string; code: number }) => [pointer, code]);

/** A request under this Idempotency-Key. */
export const under = (key: string, more: Call = {}): Call => ({
  ...more,
  headers: { ...more.headers, 'Idempotency-Key': key },
});
