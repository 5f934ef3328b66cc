/** The console of a function with JSON logs, as Lambda's own runtime sets it up: one object a line. */
import type { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';

const LEVELS = { debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const;

const textOf = (values: readonly unknown[]): unknown => {
  const [first] = values;
  if (values.length === 1 && typeof first === 'object' && first !== null && !(first instanceof Error)) return first;
  return format(...values);
};

/** @param invocation - holds the id of the current invocation */
export const writeJson = (invocation: AsyncLocalStorage<string>): void => {
  for (const [method, level] of Object.entries(LEVELS)) {
    const stream = level === 'WARN' || level === 'ERROR' ? process.stderr : process.stdout;
    console[method as keyof typeof LEVELS] = (...values: unknown[]) => {
      const line = { timestamp: new Date().toISOString(), level, requestId: invocation.getStore() };
      stream.write(`${JSON.stringify({ ...line, message: textOf(values) })}\n`);
    };
  }
};
