/** What a code sample is made of. Samples read the address and the key from `API_URL` and `API_KEY`, and need no package. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { type PlainRequest, plainRequest } from '../../sample-request.ts';

export interface Sampled extends PlainRequest {
  /** Of the operation: `updateBusiness`. */
  readonly id: string;
  /** The body as a value; absent where none is sent. */
  readonly value?: unknown;
  /** With the key left out. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Prints one request in a language. */
export type Printer = (request: Sampled) => string;

/** The first example of an operation, as samples print it. */
export const sampledOf = (operation: Operation): Sampled => {
  const [example] = operation.cases.examples;
  const { body: value } = example;
  return { id: operation.id, ...plainRequest(operation, example), ...(value !== undefined && { value }) };
};
