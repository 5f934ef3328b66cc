/** The line of a review source of a location. */
import { reviewSourceOf } from '../../../lib/catalog/review-sources.ts';
import { linkFrom, sourcesPartition } from '../../../lib/competitors/repository/link.ts';
import { reviewSourceEntity } from '../../../lib/competitors/repository/link-entities.ts';
import { absoluteUrl, text } from '../../../lib/contract/atoms.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { sourceIn, writeLink } from './link-write.ts';

interface SourceLine {
  readonly businessNumber: number;
  readonly sourceAlias: string;
  readonly url: string;
}

export const reviewSourceLine: LineKind = {
  entity: reviewSourceEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, sourceAlias: text, url: absoluteUrl }),
  read(fields) {
    const { businessNumber, sourceAlias, url } = fields as unknown as SourceLine;
    const source = sourceIn(sourceAlias);
    if ('refused' in source) return source;
    return {
      about: `review source of business ${businessNumber}, ${source.sourceId} ${url}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        return writeLink(context, { ...owner, businessNumber }, { sourceId: source.sourceId, url });
      },
    };
  },
  lineOf(item) {
    const { businessNumber, sourceId, url } = linkFrom(item);
    return {
      type: 'reviewSource',
      businessNumber,
      sourceAlias: reviewSourceOf(sourceId)?.alias ?? String(sourceId),
      url,
    };
  },
  ofAccount: sourcesPartition,
};
