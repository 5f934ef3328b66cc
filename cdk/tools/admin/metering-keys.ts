/** Metering keys at AWS: API Gateway holds the keys and counts by them, the table says which is whose. */
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
import type { Table } from '../../../lib/dynamodb/table.ts';
import type { MeteringKey } from '../../../lib/partners/repository/metering-key.ts';
import type { MeteringKeys } from '../data/lines/line.ts';
import { AdminError } from '../io.ts';
import { findMeteringKey, keepMeteringKey, moveMeteringKey } from './store/metering-keys.ts';

interface GatewayKey {
  readonly id: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly createdAt: number;
}

/** API Gateway takes letters and digits in the value of a key. */
const newValue = (): string => randomBytes(32).toString('hex');

/** The answer of a call, or `undefined` where it failed by a fault of this name. */
export const unless = async <T>(fault: string, call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if ((error as Error).name === fault) return undefined;
    throw error;
  }
};

/**
 * The name of a metering key in API Gateway: by it a key is found that an earlier run made but could not record.
 * Neither stack, partner nor plan has a `_` in its name, so no two of them share one.
 */
export const meteringKeyName = (stackName: string, partnerId: string, plan: string): string =>
  `${stackName}_${partnerId}_${plan}`;

/**
 * Makes the metering key of a partner and plan on first need. Each step may fail and be done again: the key is found by
 * its name, its place in the plan is asked for, and only a key that is in its plan is recorded. A recorded key is
 * checked too: it is gone from its plan where the stack was deployed again over a table that was kept.
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
    // The query matches the beginning of names.
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
    // Two runs at once may each have made one: all later runs agree on the first.
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
    // It is in this plan already, or in another one of the same stage, which API Gateway does not allow either.
    if (await isInPlan(usagePlanId, keyId)) return;
    throw new AdminError(
      `The API Gateway key ${name} (${keyId}) is in another usage plan of this stage. Take it out there and run this again.`,
    );
  };

  const ensure = async (partnerId: string, plan: string): Promise<string> => {
    const planId = planIds.get(plan);
    if (!planId) throw new AdminError(`The usage plan ${plan} is not deployed.`);
    const name = meteringKeyName(stackName, partnerId, plan);
    const record = await findMeteringKey(table, partnerId, plan);
    const found = (record && (await findById(record))) ?? (await findByName(name, record?.value));
    const key = found ?? (await create(name, partnerId, record?.value ?? newValue()));
    if (!key.enabled)
      throw new AdminError(
        `The API Gateway key ${name} (${key.id}) is disabled. Enable it in API Gateway and run this again.`,
      );
    if (!record || !(await isInPlan(planId, key.id))) await addToPlan(planId, key.id, name);
    const current = { partnerId, plan, value: key.value, apiKeyId: key.id, usagePlanId: planId };
    if (record) {
      if (record.apiKeyId !== key.id || record.usagePlanId !== planId) await moveMeteringKey(table, current);
      return record.value;
    }
    const kept = await keepMeteringKey(table, current);
    // Another run was faster: the key that was made here is nobody's.
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
