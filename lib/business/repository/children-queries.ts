/** Queries for what an account has below it, as lists show it (`directory.ts`). */
import { INDEX, sortable } from '../../dynamodb/table/keys.ts';
import type { QueryInput } from '../../dynamodb/table/table.ts';
import { childrenPartition } from '../../partners/repository/account.ts';

/** What a search needs to know of a location. It takes the units of complete rows, and half the time of reading them. */
const SEARCHED = [
  'sk',
  'gsi1sk',
  'name',
  'alias',
  'status',
  'businessType',
  'createdAt',
  'createdBy',
  'phone',
  'externalReferenceId',
  'location.city',
  'location.state',
  'location.zip',
] as const;

const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, index) => `#${index}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#${index}`, name])),
});

/**
 * Rows of a call, where it does not end at 1 MB before: about as many as that is. The embedded engine reads all that is
 * left of a partition where nothing is said.
 */
export const PAGE = 2000;
/** So few rows are read one by one, ten at once, where all would take more units. */
const FEW = 500;
const ROW_UNITS = 0.06;
const ONE_UNITS = 0.5;
export const SEARCHED_PROJECTION = projectionOf(SEARCHED);

export const childrenQuery = (
  partnerId: string,
  accountNumber: number,
  more: Partial<QueryInput> = {},
): QueryInput => ({
  IndexName: INDEX,
  KeyConditionExpression: 'gsi1pk = :pk',
  ExpressionAttributeValues: { ':pk': childrenPartition(partnerId, accountNumber) },
  Limit: PAGE,
  ...more,
});

/** The row of one location, as a search needs it. */
export const rowQuery = (partnerId: string, accountNumber: number, number: number): QueryInput => {
  const { ExpressionAttributeValues, ...all } = childrenQuery(partnerId, accountNumber, SEARCHED_PROJECTION);
  return {
    ...all,
    KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk = :number',
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':number': sortable(number) },
  };
};

/** Locations that may be found. */
export interface Sought {
  readonly locations: ReadonlySet<number>;
  /** So many locations the account has at least. */
  readonly seen: number;
}

/** Whether the rows of these are read one by one. */
export const isFew = ({ locations: { size }, seen }: Sought): boolean =>
  size <= FEW && size * ONE_UNITS <= seen * ROW_UNITS;
