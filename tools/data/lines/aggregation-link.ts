/** The line of a review link of a competitor location, for one location of its account. */
import { reviewSourceOf } from '../../../lib/catalog/review-sources.ts';
import { competitorKey, competitorsPartition } from '../../../lib/competitors/repository/competitor.ts';
import { linkFrom } from '../../../lib/competitors/repository/link.ts';
import { aggregationLinkEntity } from '../../../lib/competitors/repository/link-entities.ts';
import { absoluteUrl, text } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { listedAt } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { sourceIn, writeLink } from './link-write.ts';

interface LinkLine {
  readonly compAccountId: number;
  readonly businessNumber: number;
  readonly sourceAlias: string;
  readonly url: string;
}

export const aggregationLinkLine: LineKind = {
  entity: aggregationLinkEntity,
  pass: 3,
  schema: lineOf({ compAccountId: positive, businessNumber: positive, sourceAlias: text, url: absoluteUrl }),
  read(fields) {
    const { compAccountId, businessNumber, sourceAlias, url } = fields as unknown as LinkLine;
    const source = sourceIn(sourceAlias);
    if ('refused' in source) return source;
    return {
      about: `link of competitor ${compAccountId} and business ${businessNumber} to ${source.sourceId} ${url}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        const key = competitorKey(partnerId, compAccountId);
        const competitor = context.owners.pretended(key) ?? (await context.table.get(key));
        if (competitor?.accountNumber !== accountNumber)
          return refused(`competitor ${compAccountId} does not belong to account ${accountNumber}`);
        return writeLink(context, { ...owner, businessNumber, compAccountId }, { sourceId: source.sourceId, url });
      },
    };
  },
  lineOf(item) {
    const { compAccountId, businessNumber, sourceId, url } = linkFrom(item);
    const sourceAlias = reviewSourceOf(sourceId)?.alias ?? String(sourceId);
    return { type: 'aggregationLink', compAccountId, businessNumber, sourceAlias, url };
  },
  async *within(table, partnerId, accountNumber) {
    for await (const keys of listedAt(table, competitorsPartition(partnerId, accountNumber))) {
      for (const { pk } of keys) {
        const pages: AsyncIterable<Item[]> = table.query({
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': pk, ':prefix': 'AGG#' },
        });
        for await (const page of pages) yield page.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
      }
    }
  },
};
