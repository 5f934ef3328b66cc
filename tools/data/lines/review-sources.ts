/** The line of the review sources of a location, or of an account with its page. */

import { reviewSourcesEntity } from '../../../lib/campaigns/repository/request-entities.ts';
import {
  accountSourcesKey,
  locationSourcesKey,
  MOST_SOURCES,
  type OwnSources,
  reviewSourcesFrom,
  reviewSourcesItem,
  type SourcesOwner,
} from '../../../lib/campaigns/repository/review-sources.ts';
import { LONGEST_PAGE_URL, PAGE_URL } from '../../../lib/campaigns/rules/link.ts';
import { sourcesCommand } from '../../../lib/campaigns/rules/sources-command.ts';
import { text } from '../../../lib/contract/atoms.ts';
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import { chunksOf } from '../../../lib/dynamodb/client/concurrency.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { listedAt } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { childrenPartition } from '../../../lib/partners/repository/account.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused } from './line.ts';

interface Owned {
  readonly partnerId: string;
  readonly owner: SourcesOwner;
}

const ownerOf = async (
  { owners }: LoadContext,
  { accountNumber, businessNumber }: Partial<SourcesOwner>,
): Promise<Owned | Refused> => {
  if (businessNumber === undefined) {
    const partnerId = await owners.ofAccount(accountNumber!);
    return partnerId === undefined
      ? refused(`account ${accountNumber} does not exist`)
      : { partnerId, owner: { accountNumber: accountNumber! } };
  }
  const owner = await owners.ofBusiness(businessNumber);
  if (!owner) return refused(`business ${businessNumber} does not exist`);
  return { partnerId: owner.partnerId, owner: { accountNumber: owner.accountNumber, businessNumber } };
};

/** What is wrong with a line beyond its schema. */
const problemOf = ({ accountNumber, businessNumber, sources, pageUrl }: JsonObject): string | undefined => {
  if ((accountNumber === undefined) === (businessNumber === undefined))
    return 'must have either accountNumber or businessNumber';
  if (businessNumber !== undefined && pageUrl !== undefined) return 'pageUrl: only an account has a page';
  return sources === undefined && (businessNumber !== undefined || pageUrl === undefined)
    ? 'sources is required'
    : undefined;
};

/** Numbers of locations and sub-accounts that are looked up at once. */
const AT_ONCE = 100;

export const reviewSourcesLine: LineKind = {
  entity: reviewSourcesEntity,
  pass: 3,
  schema: lineOf(
    {},
    {
      accountNumber: positive,
      businessNumber: positive,
      sources: {
        type: 'array',
        items: text,
        'x-read': 'list',
        'x-blank': 'check',
        minItems: 1,
        maxItems: MOST_SOURCES,
      },
      pageUrl: {
        type: 'string',
        maxLength: LONGEST_PAGE_URL,
        pattern: PAGE_URL,
        'x-errors': { pattern: 'must be an https URL without a query' },
      },
    },
  ),
  read(fields) {
    const problem = problemOf(fields);
    if (problem !== undefined) return refused(problem);
    const { prepared, violations } = sourcesCommand({ body: fields, cleared: [] });
    if (violations[0]) return refused(violations[0].error.message);
    const { accountNumber, businessNumber, pageUrl } = fields as Partial<SourcesOwner> & OwnSources;
    const own: OwnSources = { sources: prepared.sources, pageUrl };
    const whose = businessNumber === undefined ? `account ${accountNumber}` : `business ${businessNumber}`;
    return {
      about: `review sources of ${whose}`,
      async write(context) {
        const owned = await ownerOf(context, { accountNumber: accountNumber as number, businessNumber });
        if ('refused' in owned) return owned;
        return upsert(context, { fresh: reviewSourcesItem(owned.partnerId, owned.owner, own) });
      },
    };
  },
  lineOf: (item) => {
    const { accountNumber, businessNumber } = item;
    const whose = businessNumber === undefined ? { accountNumber } : { businessNumber };
    return { type: 'reviewSources', ...whose, ...reviewSourcesFrom(item) };
  },
  async *within(table, partnerId, accountNumber): AsyncGenerator<readonly Item[]> {
    yield await table.batchGet([accountSourcesKey(partnerId, accountNumber)]);
    for await (const children of listedAt(table, childrenPartition(partnerId, accountNumber))) {
      const numbers = children.filter(({ sk }) => sk === 'PROFILE').map(({ pk }) => Number(pk.split('#').at(-1)));
      for (const some of chunksOf(numbers, AT_ONCE)) {
        const items = await table.batchGet(some.map((number) => locationSourcesKey(partnerId, number)));
        yield items.toSorted((a, b) => Number(a.businessNumber) - Number(b.businessNumber));
      }
    }
  },
};
