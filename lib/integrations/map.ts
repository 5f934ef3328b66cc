/** Map integration: read, merge, write, and repeat if another request changed the mapping meanwhile. */
import { isDeepStrictEqual } from 'node:util';
import { postCommitCheck } from '../business/repository/post-commit-check.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import { invalid } from '../contract/errors.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes } from '../dynamodb/table/record-size.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import {
  type Integration,
  type IntegrationProperty,
  integrationFrom,
  integrationItem,
  MOST_MAPPINGS,
} from './repository/integration.ts';
import { integrations } from './repository/integrations.ts';

export interface MappingCommand {
  readonly businessNumber: number;
  readonly integrationGroupId: number;
  readonly active: boolean;
  /** The stored ones stay if it is absent. */
  readonly properties: readonly IntegrationProperty[] | undefined;
  readonly validateOnly: boolean;
}

type Done = 'done' | { readonly refused: ErrorEntry };

const TOO_MANY = invalid(
  'integrationGroupId',
  `must be one of the location's ${MOST_MAPPINGS} mappings, the most it can have`,
);

const mapOnce = async (store: PartnerStore, command: MappingCommand): Promise<Done | 'changed'> => {
  const { businessNumber, integrationGroupId, active, properties, validateOnly } = command;
  const { context, write, keep } = integrations(store);
  const found = await context(businessNumber, integrationGroupId);
  if (!found) return { refused: laterErrors.businessNotFound };
  const { accountNumber, before, amount } = found;
  if (!before && amount >= MOST_MAPPINGS) return { refused: TOO_MANY };
  const stored = before && integrationFrom(before);
  const after: Integration = {
    businessNumber,
    accountNumber,
    integrationGroupId,
    active,
    integrationProperties: properties ?? stored?.integrationProperties ?? [],
    updatedAt: stored?.updatedAt ?? '',
  };
  const isSame = before !== undefined && isDeepStrictEqual(after, stored);
  const fresh = { ...after, updatedAt: new Date(clock.now()).toISOString() };
  if (validateOnly) {
    checkRecordBytes(Number(integrationItem(store.partnerId, fresh).bytes));
    return 'done';
  }
  const written = await (isSame ? keep(before) : write(before, fresh));
  if ('refused' in written) return 'changed';
  if ('done' in written && !before) await postCommitCheck(store, found, { added: [businessNumber], isNew: false });
  return 'done';
};

/**
 * Writes a mapping, or only validates it.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const mapIntegrationOf = async (store: PartnerStore, command: MappingCommand): Promise<Done> =>
  store.idempotency?.executed ? 'done' : until<Done>(USUAL_ATTEMPTS, () => mapOnce(store, command));
