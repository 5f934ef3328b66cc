/** What the forms that send requests are made of: the parameters of each operation, with the values of its first example. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { sentIn } from '../../sample-request.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { literal } from '../samples/literal.ts';
import { type DocumentParameter, documentParametersOf } from './describe.ts';

/** A field of the form. */
export interface TryParameter {
  readonly name: string;
  readonly in: DocumentParameter['in'];
  readonly required: boolean;
  readonly description: string;
  /** What it is filled with; empty where the example sends none. */
  readonly value: string;
  /** The only values that it takes, if they are few. */
  readonly values?: readonly string[];
}

/** The form of an operation. */
export interface TryFacts {
  readonly method: string;
  readonly path: string;
  /** Whether it takes `validateOnly`, so that it can be tried without saving. */
  readonly canDryRun: boolean;
  readonly parameters: readonly TryParameter[];
  /** The body of the example as text; empty where it sends none, absent where none is taken. */
  readonly body?: string;
}

const valuesOf = ({ schema }: DocumentParameter): readonly string[] | undefined => {
  const { type, enum: values } = schema as { type?: unknown; enum?: readonly unknown[] };
  if (values) return values.map(String);
  return type === 'boolean' ? ['true', 'false'] : undefined;
};

/** The form of an operation, by what the document says of it. */
export const tryFacts = (operation: Operation, document: OpenApiDocument): TryFacts => {
  const { method, path, request, cases } = operation;
  const [example] = cases.examples;
  const sent = { path: sentIn(operation, example, 'path'), query: sentIn(operation, example, 'query') };
  const headers = sentIn(operation, example, 'header');
  const parameters = documentParametersOf(operation, document).map((parameter): TryParameter => {
    const { name, in: place, required, description } = parameter;
    const values = valuesOf(parameter);
    return {
      name,
      in: place,
      required: required === true,
      description: String(description ?? ''),
      value: (place === 'header' ? headers : sent[place])[name] ?? '',
      ...(values && { values }),
    };
  });
  return {
    method,
    path,
    canDryRun: parameters.some(({ name }) => name === 'validateOnly'),
    parameters,
    ...(request !== undefined && { body: example.body === undefined ? '' : literal(example.body) }),
  };
};
