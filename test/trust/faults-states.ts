/** What a client under faults knows of the store, and whether the store agrees. */
import { businessKey } from '../../lib/business/repository/business.ts';
import { competitorKey } from '../../lib/competitors/repository/competitor.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { numbersOf, partnerOf } from './faults-world.ts';

/** What may stand in the record: after a 503 more than one, as an update may have landed or not. Never half of one. */
export interface State {
  readonly fields: Readonly<Record<string, string>>;
  /** The names in `alphaListing.attributes`, which are merged: updates that read the record first. */
  readonly marks: readonly string[];
}

/** Fields that a tenant changes, and that answers show. */
export const FIELDS = ['alias', 'keywords', 'websiteUrl', 'payment', 'description'] as const;

export const distinct = (states: readonly State[]): State[] => [
  ...new Map(states.map((state) => [JSON.stringify(state), state])).values(),
];

/** Links by their URL, with their ids where they are known, and whether one was acknowledged. */
export type Links = Map<string, { id: number | undefined; answered: boolean }>;

/** What is wrong with the record, by what may stand in it. */
export const compareBusiness = async (table: Table, tenant: number, states: readonly State[]): Promise<string[]> => {
  const item = (await table.get(businessKey(partnerOf(tenant), numbersOf(tenant).location))) ?? {};
  const fields = Object.fromEntries(FIELDS.flatMap((name) => (name in item ? [[name, item[name]]] : [])));
  const marks = Object.keys(JSON.parse(String(item['alphaListing.attributes'] ?? '{}')));
  const sorted = (state: State | { fields: object; marks: string[] }) =>
    JSON.stringify([Object.entries(state.fields).toSorted(), state.marks.toSorted()]);
  return states.some((state) => sorted(state) === sorted({ fields, marks }))
    ? []
    : [`tenant ${tenant}: the record ${JSON.stringify({ fields, marks })} is none of ${JSON.stringify(states)}`];
};

/** Links that were acknowledged and are not there, and links that no one added. */
export const compareLinks = async (table: Table, tenant: number, links: Links): Promise<string[]> => {
  const stored: Record<string, unknown>[] = [];
  const { pk } = competitorKey(partnerOf(tenant), numbersOf(tenant).competitor);
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': 'AGG#' },
  });
  for await (const page of pages) stored.push(...page);
  const there = new Map(stored.map((item) => [item.url, item.id]));
  const lost = [...links].filter(([url, { id, answered }]) => answered && there.get(url) !== id);
  const odd = stored.filter(({ url, id }) => !links.has(String(url)) || !Number.isSafeInteger(id));
  return [...lost.map(([url]) => `tenant ${tenant}: link ${url} is lost`), ...odd.map(({ url }) => `odd link ${url}`)];
};
