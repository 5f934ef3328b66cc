/**
 * Metering keys at AWS: API Gateway holds the keys and counts their use, the table records their partners and plans.
 */
import { randomBytes } from 'node:crypto';
import {
  type APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeyCommand,
  GetUsagePlanKeyCommand,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import type { MeteringKey } from '../../lib/partners/repository/metering-key.ts';
import type { MeteringKeys } from '../data/lines/line.ts';
import { AdminError } from '../io.ts';
import { findMeteringKey, keepMeteringKey, moveMeteringKey } from './store/metering-keys.ts';

interface GatewayKey {
  readonly id: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly createdAt: number;
}

/** API Gateway accepts letters and digits in the value of a key. */
const newValue = (): string => randomBytes(32).toString('hex');

/** The result of a call, or `undefined` if it failed with this error. */
export const unless = async <T>(fault: string, call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if ((error as Error).name === fault) return undefined;
    throw error;
  }
};

/**
 * The name of a metering key in API Gateway. By this name a run finds a key that an earlier one made but could not
 * record. Stack, partner and plan names contain no `_`, so the name is unique.
 */
export const meteringKeyName = (stackName: string, partnerId: string, plan: string): string =>
  `${stackName}_${partnerId}_${plan}`;

/**
 * Makes the metering key of a partner and plan when first needed. Each step may fail and be repeated: the key is found
 * by its name, its plan is checked, and a key is recorded only once it is in its plan. A recorded key is checked too:
 * it is missing from its plan if the stack was deployed again with a table that was kept.
 *
 * @param options.planIds - the id of each usage plan by its name
 */
export const gatewayMeteringKeys = ({
  gateway,
  table,
  stackName,
  planIds,
}: {
  readonly gateway: APIGatewayClient;
  readonly table: Table;
  readonly stackName: string;
  readonly planIds: ReadonlyMap<string, string>;
}): MeteringKeys => {
  const findByName = async (name: string, value?: string): Promise<GatewayKey | undefined> => {
    const found: GatewayKey[] = [];
    // The query matches prefixes of names.
    for await (const page of paginateGetApiKeys(
      { client: gateway, pageSize: 500 },
      { nameQuery: name, includeValues: true },
    ))
      for (const key of page.items ?? [])
        if (key.name === name && (value === undefined || key.value === value))
          found.push({
            id: key.id ?? '',
            value: key.value ?? '',
            enabled: key.enabled ?? false,
            createdAt: key.createdDate?.getTime() ?? 0,
          });
    // Two concurrent runs may each have made a key: all later runs choose the first.
    return found.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0];
  };

  const create = async (name: string, partnerId: string, value: string): Promise<GatewayKey> => {
    const { id = '' } = await gateway.send(
      new CreateApiKeyCommand({
        name,
        value,
        enabled: true,
        customerId: partnerId,
        description: 'Counts the requests of a partner on a usage plan; made by npm run admin',
      }),
    );
    return { id, value, enabled: true, createdAt: 0 };
  };

  const findById = async ({ apiKeyId, value }: MeteringKey): Promise<GatewayKey | undefined> => {
    const key = await unless('NotFoundException', gateway.send(new GetApiKeyCommand({ apiKey: apiKeyId })));
    return key && { id: apiKeyId, value, enabled: key.enabled ?? false, createdAt: 0 };
  };

  const isInPlan = async (usagePlanId: string, keyId: string): Promise<boolean> =>
    (await unless('NotFoundException', gateway.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })))) !== undefined;

  const addToPlan = async (usagePlanId: string, keyId: string, name: string): Promise<void> => {
    const added = new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' });
    if (await unless('ConflictException', gateway.send(added))) return;
    // It is in this plan already, or in another one of the same stage, which API Gateway refuses too.
    if (await isInPlan(usagePlanId, keyId)) return;
    throw new AdminError(
      `The API Gateway key ${name} (${keyId}) is in another usage plan of this stage. Remove it there and run this again.`,
      'refused',
    );
  };

  const ensure = async (partnerId: string, plan: string): Promise<string> => {
    const planId = planIds.get(plan);
    if (!planId) throw new AdminError(`The usage plan ${plan} is not deployed.`, 'not found');
    const name = meteringKeyName(stackName, partnerId, plan);
    const record = await findMeteringKey(table, partnerId, plan);
    const found = (record && (await findById(record))) ?? (await findByName(name, record?.value));
    const key = found ?? (await create(name, partnerId, record?.value ?? newValue()));
    if (!key.enabled)
      throw new AdminError(
        `The API Gateway key ${name} (${key.id}) is disabled. Enable it in API Gateway and run this again.`,
        'refused',
      );
    if (!record || !(await isInPlan(planId, key.id))) await addToPlan(planId, key.id, name);
    const current = { partnerId, plan, value: key.value, apiKeyId: key.id, usagePlanId: planId };
    if (record) {
      if (record.apiKeyId !== key.id || record.usagePlanId !== planId) await moveMeteringKey(table, current);
      return record.value;
    }
    const kept = await keepMeteringKey(table, current);
    // Another run was faster: the key that was made here is not needed.
    if (kept.apiKeyId !== key.id && !found) await gateway.send(new DeleteApiKeyCommand({ apiKey: key.id }));
    return kept.value;
  };

  const ensured = new Map<string, Promise<string>>();
  return (partnerId, plan) => {
    const name = meteringKeyName(stackName, partnerId, plan);
    const known = ensured.get(name);
    if (known) return known;
    const value = ensure(partnerId, plan);
    ensured.set(name, value);
    value.catch(() => ensured.delete(name));
    return value;
  };
};
