/** Requests that write, of every operation that does, each as often as wanted and each time with something else in it. */
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { eventOf } from './samples.ts';

/** The partner of the demo data on whose records the cases work. */
export const DEMO_KEY = 'demo-orchard-enterprise-key-0001';

/** Both sides of a listing. */
const listingWith = (value: string, { additionalInfo }: Body) => ({
  additionalInfo: { ...(additionalInfo as Body), keywords: value },
  thirdPartyListing: { thirdPartyCategory: value },
});

/** How the body of an operation's first example differs from time to time; one that is not named is sent as it is. */
const varied: Readonly<Record<string, (value: string, body: Body) => object>> = {
  updateBusiness: (value) => ({ keywords: value }),
  createListing: listingWith,
  updateListing: listingWith,
  saveContact: (value) => ({ tags: [value] }),
  checkIn: (value) => ({ additionalParams: { table: value } }),
  createBusiness: (value) => ({ businessName: `Copper Kettle ${value}` }),
  updateHierarchy: (value) => ({ City: value }),
  addAggregationLink: (value) => ({ url: `https://alpha.example/${value}` }),
};

type Body = Readonly<Record<string, unknown>>;

export interface Write {
  readonly operation: Operation;
  readonly text: string;
  /**
   * @param value - makes the request another one; the idempotency key, where there is one
   * @param version - what it asks for, where it asks for one: any, without it
   */
  readonly event: (value: string, version?: string) => object;
}

const writeOf = (operation: Operation, names: readonly string[]): Write => ({
  operation,
  text: [operation.id, ...names].join(', '),
  event: (value, version = '*') => {
    const headers = { 'Idempotency-Key': value, 'If-Match': version } as Readonly<Record<string, string>>;
    const parameters = Object.fromEntries(names.map((name) => [name, headers[name]!]));
    const example = operation.cases.examples[0].body as Body;
    const body = { ...example, ...varied[operation.id]?.(value, example) };
    return eventOf(operation, { parameters, body } as SampleRequest, DEMO_KEY);
  },
});

/** Whether a write does the same work each time: another may be refused by what the one before it left. */
export const isRepeatable = ({ operation }: Write): boolean => operation.id in varied;

const writing = operations.filter(({ writes }) => writes === true);

/** Each write with `Idempotency-Key`; where it takes a version, with one too. */
export const keyedWrites: readonly Write[] = writing.flatMap((operation) => [
  writeOf(operation, ['Idempotency-Key']),
  ...(operation.ifMatch ? [writeOf(operation, ['Idempotency-Key', 'If-Match'])] : []),
]);

export const plainWrites: readonly Write[] = writing.flatMap((operation) => [
  writeOf(operation, []),
  ...(operation.ifMatch ? [writeOf(operation, ['If-Match'])] : []),
]);
