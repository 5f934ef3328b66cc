/**
 * As much of AWS as the operator's commands call, over HTTP, for the SDK's own clients: CloudFormation, STS and API
 * Gateway from memory; DynamoDB is handed on to the engine, with the backups that the engine lacks.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  enabled: boolean;
  readonly customerId: string;
  readonly createdDate: number;
}

export interface Injected {
  readonly status: number;
  readonly error: string;
  /** Whether the work is done all the same, and only its answer is lost. */
  readonly afterwards?: boolean;
}

/** What is made of a stack, and how API Gateway stands. */
export interface FakeAws {
  readonly url: string;
  /** By stack name. */
  readonly stacks: Map<string, { status: string; outputs: Record<string, string> }>;
  readonly plans: Map<string, { stages: string[]; keys: Set<string> }>;
  readonly keys: Map<string, GatewayKey>;
  readonly backups: { status: string; copy: (source: string, target: string) => Promise<void> };
  /** The calls so far: `CreateApiKey`, `PutItem` and so on. */
  readonly calls: string[];
  /** The next call of this name fails once. */
  fail(call: string, injected?: Injected): void;
  /** Environment variables that lead the SDK here. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

class Fault extends Error {
  readonly status: number;
  constructor(status: number, name: string, message = name) {
    super(message);
    this.status = status;
    this.name = name;
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const xml = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'text/xml' }).end(body);

/** The name of API Gateway's call behind a path. */
const restCall = (method: string, path: string): string => {
  const routes: [string, RegExp, string][] = [
    ['POST', /^\/apikeys$/, 'CreateApiKey'],
    ['GET', /^\/apikeys$/, 'GetApiKeys'],
    ['GET', /^\/apikeys\/[^/]+$/, 'GetApiKey'],
    ['DELETE', /^\/apikeys\/[^/]+$/, 'DeleteApiKey'],
    ['POST', /^\/usageplans\/[^/]+\/keys$/, 'CreateUsagePlanKey'],
    ['GET', /^\/usageplans\/[^/]+\/keys\/[^/]+$/, 'GetUsagePlanKey'],
    ['GET', /^\/usageplans\/[^/]+$/, 'GetUsagePlan'],
  ];
  return routes.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2] ?? `${method} ${path}`;
};

export const startFakeAws = async (engine: string): Promise<FakeAws> => {
  const injected = new Map<string, Injected>();
  const stacks: FakeAws['stacks'] = new Map();
  const plans: FakeAws['plans'] = new Map();
  const keys: FakeAws['keys'] = new Map();
  const calls: string[] = [];
  const backups: FakeAws['backups'] = { status: 'ENABLED', copy: async () => {} };

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

  const rest = (call: string, url: URL, body: Record<string, string>): [number, unknown] => {
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
          },
        ];
      default:
        throw new Fault(404, 'NotFoundException', call);
    }
  };

  const query = (call: string, form: URLSearchParams): string => {
    if (call === 'GetCallerIdentity')
      return `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/operator</Arn><UserId>U</UserId><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;
    const name = form.get('StackName') ?? '';
    const stack = stacks.get(name);
    if (!stack) throw new Fault(400, 'ValidationError', `Stack with id ${name} does not exist`);
    const outputs = Object.entries(stack.outputs).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><StackStatus>${stack.status}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${outputs.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
  };

  const dynamo = async (call: string, request: IncomingMessage, body: Buffer): Promise<[number, string]> => {
    const input = JSON.parse(body.toString('utf8'));
    if (call === 'DescribeContinuousBackups')
      return [
        200,
        JSON.stringify({
          ContinuousBackupsDescription: {
            ContinuousBackupsStatus: 'ENABLED',
            PointInTimeRecoveryDescription: {
              PointInTimeRecoveryStatus: backups.status,
              LatestRestorableDateTime: 1.7e9,
            },
          },
        }),
      ];
    if (call === 'DescribeTimeToLive')
      return [
        200,
        JSON.stringify({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAtSeconds' } }),
      ];
    if (call === 'RestoreTableToPointInTime') {
      await backups.copy(input.SourceTableName, input.TargetTableName);
      return [200, JSON.stringify({ TableDescription: { TableName: input.TargetTableName, TableStatus: 'CREATING' } })];
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const reply = await fetch(engine, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    return [reply.status, await reply.text()];
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://aws');
    const body = await bodyOf(request);
    const target = request.headers['x-amz-target'];
    const isForm = /x-www-form-urlencoded/.test(request.headers['content-type'] ?? '');
    const form = new URLSearchParams(isForm ? body.toString('utf8') : '');
    const call = target
      ? String(target).split('.')[1]!
      : (form.get('Action') ?? restCall(request.method ?? '', url.pathname));
    calls.push(call);
    const planned = injected.get(call);
    injected.delete(call);
    try {
      if (planned && !planned.afterwards) throw new Fault(planned.status, planned.error);
      if (target) {
        const [status, text] = await dynamo(call, request, body);
        if (planned) throw new Fault(planned.status, planned.error);
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
      } else if (isForm) xml(response, 200, query(call, form));
      else {
        const [status, reply] = rest(call, url, body.length > 0 ? JSON.parse(body.toString('utf8')) : {});
        if (planned) throw new Fault(planned.status, planned.error);
        json(response, status, reply);
      }
    } catch (error) {
      const { status = 500, name, message } = error as Fault;
      if (isForm)
        xml(
          response,
          status,
          `<ErrorResponse><Error><Type>Sender</Type><Code>${name}</Code><Message>${message}</Message></Error></ErrorResponse>`,
        );
      else {
        response.setHeader('x-amzn-errortype', name);
        json(response, status, { __type: `com.amazonaws#${name}`, message });
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    stacks,
    plans,
    keys,
    backups,
    calls,
    fail: (call, how = { status: 403, error: 'AccessDeniedException' }) => void injected.set(call, how),
    environment: {
      AWS_ENDPOINT_URL: address,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
