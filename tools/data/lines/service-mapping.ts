/** The line of the services of a location's alpha categories. It is validated like a request to set service mapping. */
import { businessFrom, businessKey } from '../../../lib/business/repository/business.ts';
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import { type Mapping, mappingFrom, mappingItem, mappingsPartition } from '../../../lib/services/repository/mapping.ts';
import { serviceMappingEntity } from '../../../lib/services/repository/mapping-entity.ts';
import { services } from '../../../lib/services/repository/services.ts';
import {
  categoriesOf,
  inCategoryOrder,
  matchedMapping,
  readServiceMapping,
} from '../../../lib/services/rules/mapping-rules.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused } from './line.ts';

interface Place {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly businessNumber: number;
}

/** The mapping as it is stored, or what is wrong with it. A dry run checks only against what is stored already. */
const checked = async (
  { table, dryRun }: LoadContext,
  { partnerId, accountNumber, businessNumber }: Place,
  mapping: Mapping,
): Promise<{ readonly mapping: Mapping } | Refused> => {
  const item = await table.get(businessKey(partnerId, businessNumber));
  if (!item) return { mapping };
  const categories = categoriesOf(businessFrom(item).profile);
  const { mapping: matched, unknown } = matchedMapping(categories, mapping);
  const ids = matched.flatMap(({ serviceIds }) => serviceIds);
  const noService = dryRun
    ? undefined
    : await services({ table, partnerId }).firstUnknown({ partnerId, accountNumber }, ids);
  if (noService !== undefined) return refused(`mapping: service ${noService} does not exist`);
  if (unknown !== undefined) return refused(`mapping: the location does not have the alpha category ${unknown}`);
  return { mapping: inCategoryOrder(categories, matched) };
};

export const serviceMappingLine: LineKind = {
  entity: serviceMappingEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, mapping: { type: 'object', 'x-read': 'opaque', 'x-blank': 'check' } }),
  read(fields) {
    const { businessNumber, mapping: sent } = fields as unknown as { businessNumber: number; mapping: JsonObject };
    const { mapping, violations } = readServiceMapping(sent);
    if (violations[0]) return refused(`mapping: ${violations[0].error.message}`);
    return {
      about: `service mapping of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const place = { ...owner, businessNumber };
        const own = await checked(context, place, mapping);
        if ('refused' in own) return own;
        return upsert(context, { fresh: mappingItem(owner.partnerId, place, own.mapping) });
      },
    };
  },
  lineOf: (item) => ({
    type: 'serviceMapping',
    businessNumber: Number(item.businessNumber),
    mapping: Object.fromEntries(mappingFrom(item).map(({ category, serviceIds }) => [category, serviceIds])),
  }),
  ofAccount: mappingsPartition,
};
