/** The line of a mapping: what a location is called in another system. */
import { trueOrFalse } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { countOneMore } from '../../../lib/dynamodb/writes/limited-count.ts';
import { sentProperties } from '../../../lib/integrations/contracts/shared-schemas.ts';
import {
  type IntegrationProperty,
  integrationCount,
  integrationFrom,
  integrationItem,
  integrationsPartition,
  MOST_MAPPINGS,
} from '../../../lib/integrations/repository/integration.ts';
import { integrationEntity } from '../../../lib/integrations/repository/integration-entities.ts';
import { repeatedKeys, storedProperties } from '../../../lib/integrations/rules/properties.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface MappingLine {
  readonly businessNumber: number;
  readonly integrationGroupId: number;
  readonly active: boolean;
  readonly integrationProperties?: readonly IntegrationProperty[];
  readonly updatedAt?: string;
}

const timeOf = ({ updatedAt }: Item) => ({ updatedAt });

export const integrationLine: LineKind = {
  entity: integrationEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, integrationGroupId: positive, active: trueOrFalse },
    { integrationProperties: sentProperties, updatedAt: pointInTime },
  ),
  read(fields) {
    const line = inUtc(fields as unknown as MappingLine, ['updatedAt']);
    if ('refused' in line) return line;
    const { businessNumber, integrationGroupId, active, integrationProperties = [], updatedAt } = line;
    const [repeated] = repeatedKeys(integrationProperties);
    if (repeated) return refused(repeated.error.message);
    return {
      about: `mapping ${integrationGroupId} of business ${businessNumber}`,
      locks: [`mappings of business ${businessNumber}`],
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        const fresh = integrationItem(partnerId, {
          businessNumber,
          accountNumber,
          integrationGroupId,
          active,
          integrationProperties: storedProperties(integrationProperties),
          updatedAt: updatedAt ?? new Date().toISOString(),
        });
        const alongside = {
          action: countOneMore(integrationCount(partnerId, businessNumber, accountNumber)),
          otherwise: () => `business ${businessNumber} has ${MOST_MAPPINGS} mappings, the most it can have`,
        };
        // Without a time of its own, a line leaves that of the stored mapping.
        const over = (found: Item) => (updatedAt === undefined ? { ...fresh, ...timeOf(found) } : fresh);
        return upsert(context, { fresh, alongside, over });
      },
    };
  },
  lineOf: (item) => {
    const { accountNumber: _, ...mapping } = integrationFrom(item);
    return { type: 'integration', ...mapping };
  },
  ofAccount: integrationsPartition,
};
