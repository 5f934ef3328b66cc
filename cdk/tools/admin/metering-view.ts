/** Looks at the metering keys of a stage in API Gateway, and changes what `keys repair` must. */
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
import type { Table } from '../../../lib/dynamodb/table.ts';
import type { PlanLimits } from '../../../lib/usage/plans.ts';
import { dayOf } from '../../../lib/usage/rules/periods.ts';
import { firstDay, type Use, useOf } from '../../../lib/usage/rules/use.ts';
import { unless } from './metering-keys.ts';
import type { GatewayView } from './metering-state.ts';
import { everyMeteringKey, meteringKeysOf } from './store/metering-keys.ts';

/** What commands ask of whatever meters a stage. */
export interface Metering {
  /** As it stands now, for the keys of one partner, or of all. */
  view(partner?: string): Promise<GatewayView>;
  /** Takes a key out of the plans of the stack other than this one: it may be in one of a stage only. */
  leaveOthers(keyId: string, plan: string): Promise<void>;
  enable(keyId: string): Promise<void>;
  /** Deletes all that meter a partner, on whichever plan; answers how many. */
  remove(partner: string): Promise<number>;
  /** What was used of a plan by a key; `undefined` where nobody counts. */
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
  // They are items of the table, and go with these.
  remove: async () => 0,
  used: async () => undefined,
});

/** @param options.planIds - the id of each usage plan by its name */
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
      // Both queries match the beginning of names; neither a stack's nor a partner's has a `_` in it.
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
      // Listed to the end first: pages shift under who deletes.
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
