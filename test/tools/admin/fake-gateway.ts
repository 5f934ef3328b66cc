/** As much of API Gateway's keys and usage plans as the operator's commands call, in memory. */
import { randomUUID } from 'node:crypto';

export interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  enabled: boolean;
  readonly customerId: string;
  readonly createdDate: number;
}

/** By id. */
export type GatewayPlans = Map<
  string,
  {
    stages: string[];
    keys: Set<string>;
    quota?: { limit: number; period: string };
    /** What is left of the quota, by key. */
    left?: Record<string, number>;
  }
>;

/** What an account has in API Gateway next to keys and plans. */
export interface GatewayAccount {
  /** By which API Gateway writes logs; empty where there is none. */
  logRole: string;
  /** How many REST APIs there are. */
  apis: number;
  readonly domains: string[];
  /** Requests a second of all APIs. */
  rateLimit?: number;
}

export class Fault extends Error {
  readonly status: number;
  constructor(status: number, name: string, message = name) {
    super(message);
    this.status = status;
    this.name = name;
  }
}

/** The name of API Gateway's call behind a path. */
export const restCall = (method: string, path: string): string => {
  const routes: [string, RegExp, string][] = [
    ['POST', /^\/apikeys$/, 'CreateApiKey'],
    ['GET', /^\/apikeys$/, 'GetApiKeys'],
    ['GET', /^\/apikeys\/[^/]+$/, 'GetApiKey'],
    ['DELETE', /^\/apikeys\/[^/]+$/, 'DeleteApiKey'],
    ['PATCH', /^\/apikeys\/[^/]+$/, 'UpdateApiKey'],
    ['GET', /^\/usageplans\/[^/]+\/keys$/, 'GetUsagePlanKeys'],
    ['DELETE', /^\/usageplans\/[^/]+\/keys\/[^/]+$/, 'DeleteUsagePlanKey'],
    ['GET', /^\/usageplans\/[^/]+\/usage$/, 'GetUsage'],
    ['POST', /^\/usageplans\/[^/]+\/keys$/, 'CreateUsagePlanKey'],
    ['GET', /^\/usageplans\/[^/]+\/keys\/[^/]+$/, 'GetUsagePlanKey'],
    ['GET', /^\/usageplans\/[^/]+$/, 'GetUsagePlan'],
    ['GET', /^\/usageplans$/, 'GetUsagePlans'],
    ['GET', /^\/account$/, 'GetAccount'],
    ['GET', /^\/restapis$/, 'GetRestApis'],
    ['GET', /^\/domainnames\/[^/]+$/, 'GetDomainName'],
    ['GET', /^\/2015-03-31\/event-source-mappings\/[^/]+$/, 'GetEventSourceMapping'],
    ['GET', /^\/2016-08-19\/account-settings\/?$/, 'GetAccountSettings'],
  ];
  return routes.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2] ?? `${method} ${path}`;
};

/** Used and left, of each day that is asked for. */
const everyDay = (asked: URLSearchParams, left: number): [number, number][] => {
  const [from, to] = ['startDate', 'endDate'].map((name) => Date.parse(asked.get(name) ?? '')) as [number, number];
  return Array.from({ length: (to - from) / 86_400_000 + 1 }, () => [1, left]);
};

/** Answers calls of API Gateway by status and body. */
export const fakeGateway = (plans: GatewayPlans, keys: Map<string, GatewayKey>, account: GatewayAccount) => {
  const planOf = (id: string) => {
    const plan = plans.get(id);
    if (!plan) throw new Fault(404, 'NotFoundException', 'Invalid Usage Plan identifier specified');
    return plan;
  };
  const keyOf = (id: string) => {
    const key = keys.get(id);
    if (!key) throw new Fault(404, 'NotFoundException', 'Invalid API Key identifier specified');
    return key;
  };

  return (call: string, url: URL, body: Record<string, string>): [number, unknown] => {
    const [, , id = '', , keyId = ''] = url.pathname.split('/').map(decodeURIComponent);
    switch (call) {
      case 'CreateApiKey': {
        if (!/^[A-Za-z0-9]{20,128}$/.test(body.value ?? '')) throw new Fault(400, 'BadRequestException', 'value');
        if ([...keys.values()].some(({ value }) => value === body.value))
          throw new Fault(409, 'ConflictException', 'API Key already exists');
        const key: GatewayKey = {
          id: randomUUID().slice(0, 10),
          name: body.name ?? '',
          value: body.value ?? '',
          enabled: Boolean(body.enabled),
          customerId: body.customerId ?? '',
          createdDate: Math.floor(Date.now() / 1000) + keys.size,
        };
        keys.set(key.id, key);
        return [201, key];
      }
      case 'GetApiKeys': {
        // A page at a time, as the real one.
        const prefix = url.searchParams.get('name') ?? '';
        const from = Number(url.searchParams.get('position') ?? 0);
        const all = [...keys.values()].filter(({ name }) => name.startsWith(prefix));
        return [200, { item: all.slice(from, from + 1), ...(from + 1 < all.length && { position: String(from + 1) }) }];
      }
      case 'GetApiKey': {
        const { value: _, ...key } = keyOf(id);
        return [200, key];
      }
      case 'DeleteApiKey':
        keyOf(id);
        keys.delete(id);
        for (const plan of plans.values()) plan.keys.delete(id);
        return [202, {}];
      case 'CreateUsagePlanKey': {
        const plan = planOf(id);
        const key = keyOf(body.keyId ?? '');
        const stages = new Set(plan.stages);
        const clash = [...plans.values()].some(
          (other) => other.keys.has(key.id) && other.stages.some((s) => stages.has(s)),
        );
        if (clash) throw new Fault(409, 'ConflictException', 'Usage Plan Key already exists');
        plan.keys.add(key.id);
        return [201, { id: key.id, type: 'API_KEY', name: key.name }];
      }
      case 'GetUsagePlanKey':
        if (!planOf(id).keys.has(keyId)) throw new Fault(404, 'NotFoundException', 'Invalid Usage Plan Key');
        return [200, { id: keyId, type: 'API_KEY' }];
      case 'GetUsagePlan':
        return [
          200,
          {
            id,
            apiStages: planOf(id).stages.map((stage) => ({ apiId: 'api', stage })),
            throttle: { rateLimit: 5, burstLimit: 5 },
            ...(planOf(id).quota && { quota: { ...planOf(id).quota, offset: 0 } }),
          },
        ];
      case 'UpdateApiKey':
        keyOf(id).enabled = true;
        return [200, keyOf(id)];
      case 'GetUsagePlanKeys': {
        const prefix = url.searchParams.get('name') ?? '';
        const members = [...planOf(id).keys].filter((member) => keys.get(member)?.name.startsWith(prefix));
        return [200, { item: members.map((member) => ({ id: member, type: 'API_KEY' })) }];
      }
      case 'DeleteUsagePlanKey':
        if (!planOf(id).keys.delete(keyId)) throw new Fault(404, 'NotFoundException', 'Invalid Usage Plan Key');
        return [202, {}];
      case 'GetUsage': {
        const asked = url.searchParams.get('keyId') ?? '';
        const left = planOf(id).left?.[asked];
        return [
          200,
          { usagePlanId: id, values: left === undefined ? {} : { [asked]: everyDay(url.searchParams, left) } },
        ];
      }
      case 'GetUsagePlans':
        return [200, { item: [...plans.keys()].map((plan) => ({ id: plan })) }];
      case 'GetAccount':
        return [
          200,
          {
            ...(account.logRole !== '' && { cloudwatchRoleArn: account.logRole }),
            throttleSettings: { rateLimit: account.rateLimit ?? 10_000, burstLimit: 5000 },
          },
        ];
      case 'GetRestApis':
        return [200, { item: Array.from({ length: account.apis }, (_, index) => ({ id: `api-${index}` })) }];
      case 'GetDomainName':
        if (!account.domains.includes(id)) throw new Fault(404, 'NotFoundException', 'Invalid domain name identifier');
        return [200, { domainName: id }];
      default:
        throw new Fault(404, 'NotFoundException', call);
    }
  };
};
