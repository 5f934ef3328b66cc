/** Reads the metering keys of a stage in API Gateway, and makes the changes of `keys repair`. */
import {
  type APIGatewayClient,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetUsageCommand,
  GetUsagePlanCommand,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import { dayOf } from '../../lib/usage/rules/periods.ts';
import { firstDay, type Use, useOf } from '../../lib/usage/rules/use.ts';
import { unless } from './metering-keys.ts';
import type { GatewayView } from './metering-state.ts';
import { everyMeteringKey, meteringKeysOf } from './store/metering-keys.ts';

/** What commands need from the metering of a stage. */
export interface Metering {
  /** The current state, for the keys of one partner, or of all. */
  view(partner?: string): Promise<GatewayView>;
  /** Removes a key from the other plans of the stack: it may be in one of a stage only. */
  leaveOthers(keyId: string, plan: string): Promise<void>;
  enable(keyId: string): Promise<void>;
  /** Deletes all metering keys of a partner, on any plan; returns how many. */
  remove(partner: string): Promise<number>;
  /** How much of a plan a key has used; `undefined` if that is not counted. */
  used(keyId: string, plan: string, now: number): Promise<Use | undefined>;
}

/** On this machine the table itself is the register, and the gateway there knows all plans. */
export const localMetering = (table: Table, plans: readonly string[]): Metering => ({
  async view(partner) {
    const keys = new Map<string, { id: string; enabled: boolean }>();
    const keyIds = new Map(plans.map((plan) => [plan, new Set<string>()]));
    const records = partner === undefined ? everyMeteringKey(table) : await meteringKeysOf(table, partner);
    for await (const { value, apiKeyId, plan } of records) {
      keys.set(value, { id: apiKeyId, enabled: true });
      keyIds.get(plan)?.add(apiKeyId);
    }
    return { keys, plans: new Map([...keyIds].map(([plan, ids]) => [plan, { hasStage: true, keyIds: ids }])) };
  },
  leaveOthers: async () => {},
  enable: async () => {},
  // They are items of the table, and are removed with the partner's other items.
  remove: async () => 0,
  used: async () => undefined,
});

/**
 * The metering at AWS.
 *
 * @param options.planIds - the id of each usage plan by its name
 */
export const gatewayMetering = ({
  gateway,
  stackName,
  stage,
  planIds,
}: {
  readonly gateway: APIGatewayClient;
  readonly stackName: string;
  readonly stage: string;
  readonly planIds: ReadonlyMap<string, string>;
}): Metering => {
  const paged = { client: gateway, pageSize: 500 };

  const planView = async (usagePlanId: string, nameQuery: string) => {
    const plan = await unless('NotFoundException', gateway.send(new GetUsagePlanCommand({ usagePlanId })));
    if (!plan) return undefined;
    const keyIds = new Set<string>();
    for await (const { items = [] } of paginateGetUsagePlanKeys(paged, { usagePlanId, nameQuery }))
      for (const { id = '' } of items) keyIds.add(id);
    return { hasStage: (plan.apiStages ?? []).some((each) => each.stage === stage), keyIds };
  };

  return {
    async view(partner) {
      // Both queries match prefixes of names; neither a stack's nor a partner's name contains a `_`.
      const nameQuery = partner === undefined ? `${stackName}_` : `${stackName}_${partner}_`;
      const keys = new Map<string, { id: string; enabled: boolean }>();
      for await (const { items = [] } of paginateGetApiKeys(paged, { nameQuery, includeValues: true }))
        for (const { id = '', value = '', enabled = false } of items) keys.set(value, { id, enabled });
      const plans: [string, { hasStage: boolean; keyIds: ReadonlySet<string> }][] = [];
      for (const [name, planId] of planIds) {
        const plan = await planView(planId, nameQuery);
        if (plan) plans.push([name, plan]);
      }
      return { keys, plans: new Map(plans) };
    },

    async leaveOthers(keyId, plan) {
      for (const [name, usagePlanId] of planIds)
        if (name !== plan)
          await unless('NotFoundException', gateway.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));
    },

    async enable(apiKey) {
      const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: 'true' }];
      await gateway.send(new UpdateApiKeyCommand({ apiKey, patchOperations }));
    },

    async remove(partner) {
      let removed = 0;
      // All pages are read first, as deletions would shift them.
      const ids: string[] = [];
      for await (const { items = [] } of paginateGetApiKeys(paged, { nameQuery: `${stackName}_${partner}_` }))
        for (const { id = '' } of items) ids.push(id);
      for (const apiKey of ids)
        if (await unless('NotFoundException', gateway.send(new DeleteApiKeyCommand({ apiKey })))) removed++;
      return removed;
    },

    async used(keyId, plan, now) {
      const usagePlanId = planIds.get(plan);
      if (!usagePlanId) return undefined;
      const { throttle = {}, quota } = await gateway.send(new GetUsagePlanCommand({ usagePlanId }));
      const limits: PlanLimits = {
        rateLimit: throttle.rateLimit ?? 0,
        burstLimit: throttle.burstLimit ?? 0,
        ...(quota?.limit && quota.period && { quota: { limit: quota.limit, period: quota.period } }),
      };
      const from = firstDay(limits, now);
      const asked = { usagePlanId, keyId, startDate: from, endDate: dayOf(now) };
      const { items = {} } = await gateway.send(new GetUsageCommand(asked));
      const days = (items[keyId] ?? []).map(([used = 0, remaining = 0]) => ({ used, remaining }));
      return useOf(plan, limits, { from, days }, now);
    },
  };
};
