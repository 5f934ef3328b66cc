/** What a code sample is made of. Samples read the address and the key from `API_URL` and `API_KEY`. */
import type { Operation, Scalar } from '../../../lib/contract/cases.ts';
import { type PlainRequest, plainRequest, valuesOf } from '../../sample-request.ts';
import { clientOperations } from '../client/facts.ts';

export interface Sampled extends PlainRequest {
  /** Of the operation: `updateBusiness`. */
  readonly id: string;
  /** The body as a value; absent where none is sent. */
  readonly value?: unknown;
  /** The parameters under the names that our clients have for them. */
  readonly given: Readonly<Record<string, Scalar>>;
  /** Of the parameters that a client takes as options of a call, by its name for them: `ifMatch`. */
  readonly options: Readonly<Record<string, Scalar>>;
  /** With the key left out. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Prints one request in a language. */
export type Printer = (request: Sampled) => string;

const OPTIONS: Readonly<Record<string, string>> = {
  validateOnly: 'validateOnly',
  'Idempotency-Key': 'idempotencyKey',
  'If-Match': 'ifMatch',
};

/** Values under other names, those that have one. */
const renamed = (
  values: Readonly<Record<string, Scalar | undefined>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, Scalar>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([wire, name]) => (values[wire] === undefined ? [] : [[name, values[wire]]])),
  );

/** The first example of an operation, as samples print it. */
export const sampledOf = (operation: Operation): Sampled => {
  const [example] = operation.cases.examples;
  const { body: value } = example;
  const values = valuesOf(operation, example);
  const [{ parameters }] = clientOperations([operation]) as [ReturnType<typeof clientOperations>[number]];
  return {
    id: operation.id,
    ...plainRequest(operation, example),
    given: renamed(values, Object.fromEntries(parameters.map(({ wire, name }) => [wire, name]))),
    options: renamed(values, OPTIONS),
    ...(value !== undefined && { value }),
  };
};
