/**
 * A subsegment of X-Ray for each call to the table, a queue, the bucket or another service of AWS (docs/watching.md:
 * traces). The functions know nothing of it: a layer has it, and `NODE_OPTIONS` loads it before the handler.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { getSegment, type Subsegment } from 'aws-xray-sdk-core';

/** The service in the scope of a signature. Requests to others, such as webhooks, are not signed by it. */
const SERVICE = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d+\/([^/]+)\/([\w-]+)\/aws4_request/;
const NAMES: Readonly<Record<string, string>> = {
  ...{ dynamodb: 'DynamoDB', sqs: 'SQS', s3: 'S3' },
  ...{ apigateway: 'APIGateway', secretsmanager: 'SecretsManager' },
};

interface Published {
  readonly request: ClientRequest;
  readonly response?: IncomingMessage;
}

/** Lambda's segment of the current invocation: the SDK makes it while it loads. */
const segment = getSegment();
const open = new WeakMap<ClientRequest, Subsegment>();

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is called, without any value: `GetItem`, or the method where the service has no such header. */
const operationOf = (request: ClientRequest): string =>
  textOf(request.getHeader('x-amz-target')).split('.').at(-1) || request.method;

const begin = (message: unknown): void => {
  const { request } = message as Published;
  const [, region, service] = SERVICE.exec(textOf(request.getHeader('authorization'))) ?? [];
  if (!segment || service === undefined) return;
  segment.resolveLambdaTraceData();
  const subsegment = segment.addNewSubsegment(NAMES[service] ?? service);
  subsegment.namespace = 'aws';
  subsegment.addAttribute('aws', { operation: operationOf(request), region });
  open.set(request, subsegment);
};

const end = (message: unknown): void => {
  const { request, response } = message as Published;
  const subsegment = open.get(request);
  if (!subsegment) return;
  open.delete(request);
  const status = response?.statusCode ?? 0;
  if (response) subsegment.addAttribute('http', { response: { status } });
  if (status === 0 || status >= 500) subsegment.addFaultFlag();
  else if (status >= 400) subsegment.addErrorFlag();
  subsegment.close();
};

subscribe('http.client.request.created', begin);
subscribe('http.client.response.finish', end);
subscribe('http.client.request.error', end);
