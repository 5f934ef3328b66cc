/**
 * As much of AWS as the operator's commands call, over HTTP, for the SDK's own clients: CloudFormation, STS and API
 * Gateway from memory; DynamoDB is handed on to the engine, with the backups that the engine lacks.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as onward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Fault,
  fakeGateway,
  type GatewayAccount,
  type GatewayKey,
  type GatewayPlans,
  restCall,
} from './fake-gateway.ts';
import { type DeletedStack, type FakeStack, fakeStacks, type IamRoles } from './fake-stacks.ts';
import { type FakeWatched, fakeWatched, mappingAnswer, watchedAnswer } from './fake-watched.ts';

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
  readonly stacks: Map<string, FakeStack>;
  /** Those that CloudFormation still lists. */
  readonly deleted: DeletedStack[];
  /** What the account holds next to the stage. */
  readonly account: GatewayAccount;
  readonly roles: IamRoles;
  /** Of Lambda. */
  readonly concurrency: { all: number; unreserved: number };
  readonly plans: GatewayPlans;
  readonly keys: Map<string, GatewayKey>;
  /** What `doctor` asks of mappings, queues, alarms and topics. */
  readonly watched: FakeWatched;
  /** Of the table: the engine of tests has none. */
  readonly stream: { specification: object | undefined };
  readonly backups: { status: string; copy: (source: string, target: string) => Promise<void> };
  /** The calls so far: `CreateApiKey`, `PutItem` and so on. */
  readonly calls: string[];
  /** The next call of this name fails once. */
  fail(call: string, injected?: Injected): void;
  /** Environment variables that lead the SDK here. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
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

export const startFakeAws = async (engine: string): Promise<FakeAws> => {
  const injected = new Map<string, Injected>();
  const stacks: FakeAws['stacks'] = new Map();
  const deleted: FakeAws['deleted'] = [];
  const account: FakeAws['account'] = {
    logRole: 'arn:aws:iam::123456789012:role/ApiGatewayLogs',
    apis: 1,
    domains: [],
  };
  const roles: FakeAws['roles'] = { used: 20, quota: 1000 };
  const concurrency: FakeAws['concurrency'] = { all: 1000, unreserved: 1000 };
  const plans: FakeAws['plans'] = new Map();
  const keys: FakeAws['keys'] = new Map();
  const calls: string[] = [];
  const backups: FakeAws['backups'] = { status: 'ENABLED', copy: async () => {} };

  const rest = fakeGateway(plans, keys, account);

  const watched = fakeWatched();
  const stream: FakeAws['stream'] = { specification: undefined };
  const query = fakeStacks({ stacks, roles, deleted, subscribers: watched.subscribers });

  const dynamo = async (call: string, request: IncomingMessage, body: Buffer): Promise<[number, string]> => {
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
    if (call === 'DescribeLimits')
      return [200, JSON.stringify({ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 40_000 })];
    if (call === 'DescribeTimeToLive')
      return [
        200,
        JSON.stringify({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAtSeconds' } }),
      ];
    if (call === 'RestoreTableToPointInTime') {
      const { SourceTableName, TargetTableName: TableName } = JSON.parse(body.toString('utf8'));
      await backups.copy(SourceTableName, TableName);
      return [200, JSON.stringify({ TableDescription: { TableName, TableStatus: 'CREATING' } })];
    }
    const { method, headers } = request;
    // In place of `fetch`: of a call of the engine that takes as long as all the rest.
    const passed = onward(engine, { method, headers }).end(body);
    const [reply] = (await once(passed, 'response')) as [IncomingMessage];
    const text = (await bodyOf(reply)).toString();
    const { Table } = call === 'DescribeTable' ? JSON.parse(text) : {};
    const described = Table && { Table: { ...Table, StreamSpecification: stream.specification } };
    return [reply.statusCode ?? 500, described ? JSON.stringify(described) : text];
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
        const known = watchedAnswer(watched, call, body.toString('utf8'));
        const [status, text] = known ? [200, JSON.stringify(known)] : await dynamo(call, request, body);
        if (planned) throw new Fault(planned.status, planned.error);
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
      } else if (call === 'GetAccountSettings')
        json(response, 200, {
          AccountLimit: {
            ConcurrentExecutions: concurrency.all,
            UnreservedConcurrentExecutions: concurrency.unreserved,
          },
        });
      else if (call === 'GetEventSourceMapping')
        json(response, 200, mappingAnswer(watched, url.pathname.split('/').at(-1)!));
      else if (isForm) xml(response, 200, query(call, form));
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
    deleted,
    account,
    roles,
    concurrency,
    plans,
    keys,
    backups,
    stream,
    watched,
    calls,
    fail: (call, how = { status: 403, error: 'AccessDeniedException' }) => void injected.set(call, how),
    environment: {
      AWS_ENDPOINT_URL: address,
      // The run leads functions elsewhere, by the name that goes before the other.
      AWS_ENDPOINT_URL_API_GATEWAY: address,
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
