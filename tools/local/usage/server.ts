/** A local server of API Gateway's control-plane calls about usage: GetUsage, and GetUsagePlan for operators. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAY_MILLISECONDS } from '../../../lib/usage/rules/periods.ts';
import { listenLocally } from '../listen.ts';
import type { UsagePlan } from '../model.ts';
import type { UseCounts } from './use-counts.ts';

export interface UsageServer {
  /** The endpoint that replaces that of API Gateway: `AWS_ENDPOINT_URL_API_GATEWAY`. */
  readonly endpoint: string;
  close(): Promise<void>;
}

/** The most days of one call. API Gateway's own limit is not known. */
const MOST_DAYS = 90;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly errorType?: string;
}

const refusal = (status: number, errorType: string, message: string): Answer => ({
  status,
  body: { message },
  errorType,
});

const planBody = (id: string, { limit, quota }: UsagePlan) => ({
  id,
  throttle: limit && { rateLimit: limit.rate, burstLimit: limit.burst },
  quota: quota && { limit: quota.limit, period: quota.period, offset: quota.offset },
});

const answerTo = (
  { method, url: target = '/', headers }: IncomingMessage,
  counts: Pick<UseCounts, 'days' | 'keys'>,
  plans: readonly UsagePlan[],
): Answer => {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  const [, planId = '', isOfUse] = /^\/usageplans\/([^/]+)(\/usage)?$/.exec(pathname) ?? [];
  const plan = plans.find(({ names }) => names.includes(decodeURIComponent(planId)));
  if (method !== 'GET' || !plan) return refusal(404, 'NotFoundException', 'Invalid Usage Plan ID specified');
  if (!/^AWS4-HMAC-SHA256 .*\/apigateway\/aws4_request/.test(headers.authorization ?? ''))
    return refusal(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  if (!isOfUse) return { status: 200, body: planBody(planId, plan) };
  const [keyId = '', from = '', to = ''] = ['keyId', 'startDate', 'endDate'].map(
    (name) => searchParams.get(name) ?? '',
  );
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
  if (!DAY.test(from) || !DAY.test(to) || !(days >= 0 && days < MOST_DAYS))
    return refusal(400, 'BadRequestException', 'Invalid key or dates');
  const rowsOf = (key: string) => counts.days(key, plan, from, to).map(({ used, remaining }) => [used, remaining]);
  // Without a key id, all keys are returned.
  const keys = keyId === '' ? counts.keys(plan) : [keyId];
  const values = Object.fromEntries(keys.map((key) => [key, rowsOf(key)]));
  return { status: 200, body: { usagePlanId: planId, startDate: from, endDate: to, values } };
};

/** Serves counts on loopback only. A plan is found by any of its names, which local metering keys use as its id. */
export const startUsageServer = async (
  counts: Pick<UseCounts, 'days' | 'keys'>,
  plans: readonly UsagePlan[],
): Promise<UsageServer> => {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { status, body, errorType } = answerTo(request, counts, plans);
    const headers = { 'Content-Type': 'application/json', ...(errorType && { 'x-amzn-ErrorType': errorType }) };
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
  const listening = await listenLocally(serve, { port: 0, host: '127.0.0.1' });
  return { endpoint: `http://127.0.0.1:${listening.port}`, close: () => listening.close(0) };
};
