/** An answer as it is compared with another. */
import type { WireAnswer } from './wire.ts';

/** Headers that differ from one answer to the next, whatever was asked. */
const PASSING = new Set(['date', 'x-request-id', 'x-amzn-requestid', 'x-amz-apigw-id', 'x-amzn-trace-id']);

/** A refusal may repeat the number or the id that it was asked for, also in full-width digits, or cut off behind some of them. */
const ECHOED = /(?:[0-9]|\u00ef\u00bc[\u0090-\u0099]){6,}|(?<=SERV)[0-9]+/g;

/** When something was made, in a 200: milliseconds since 1970, or as ISO 8601 has it. */
const TIMES = /\b[0-9]{13}\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z/g;

/** The fields of each object in one order: what is stored as a map has none, and comes in another with each read. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A 200 that is JSON, its fields in order: what it says of the caller's own record. */
const spelled = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), inOrder).replace(TIMES, '<time>');
  } catch {
    return text;
  }
};

/** An answer as text, byte for byte, less the values that differ with each; refusals are compared as they came. */
export const shown = ({ status, headers, body }: WireAnswer): string => {
  const text = body.toString('latin1');
  return [
    status,
    ...headers.map(([name, value]) => (PASSING.has(name.toLowerCase()) ? name : `${name}: ${value}`)),
    status >= 400 ? text.replace(ECHOED, '<number>') : spelled(text),
  ].join('\n');
};
