/** An hour of a stage, as its logs and metrics show it: what is usual, and what a test adds to it or takes away. */
import { type Json, ofType, resourceNamed, type Synthesized } from '../../stack/synthesized.ts';
import { keyOf, type LogLine, type Metrics, metricKey, type Sample, withFilters } from './metrics.ts';

/** The length of a day here: what alarms look at is shorter. */
export const DAY_SECONDS = 3600;

/** One request that the gateway answered. */
export interface Asked {
  readonly partner?: string;
  readonly status: number;
  /** The type of the gateway's own response; a function answered where it is left out. */
  readonly errorType?: string;
  readonly reason?: string;
  /** The id of the key; by default one whose first digit follows from the partner. */
  readonly keyId?: string;
  /** Milliseconds. */
  readonly latency?: number;
}

export class Day {
  private readonly stack: Synthesized;
  private readonly lines: LogLine[] = [];
  private readonly samples = new Map<string, Sample[]>();
  private readonly stage: string;

  constructor(stack: Synthesized) {
    this.stack = stack;
    const [, alarm] = resourceNamed(stack, 'AWS::CloudWatch::Alarm', 'ServerErrors');
    const measured = alarm.Metrics.find((each: Json) => each.MetricStat).MetricStat.Metric;
    this.stage = keyOf(measured).replace(/^.*\{|\}$/g, '');
  }

  /** A value of a metric, each minute of the time. */
  each(key: string, value: number, [from, to]: readonly [number, number] = [0, DAY_SECONDS]): this {
    for (let at = from; at < to; at += 60) this.sample(key, at, value);
    return this;
  }

  /** So many requests, spread evenly over the time; metrics and the access log have them as on AWS. */
  ask(times: number, asked: Asked, [from, to]: readonly [number, number] = [0, DAY_SECONDS]): this {
    const { partner = '-', status, errorType = '-', reason = '-', latency = 20 } = asked;
    const { keyId = (partner.charCodeAt(0) % 16).toString(16).repeat(12) } = asked;
    const [group] = resourceNamed(this.stack, 'AWS::Logs::LogGroup', 'AccessLog');
    for (let index = 0; index < times; index++) {
      const at = from + (index * (to - from)) / times;
      this.lines.push({ at, group, line: { partner, keyId, status: String(status), errorType, reason } });
      const ofStage = (name: string) => `AWS/ApiGateway ${name}{${this.stage}}`;
      this.sample(ofStage('Count'), at, 1);
      this.sample(ofStage('4XXError'), at, Number(status >= 400 && status < 500));
      this.sample(ofStage('5XXError'), at, Number(status >= 500));
      this.sample(ofStage('Latency'), at, latency);
    }
    return this;
  }

  /** Requests with a blank key that the gateway took for one: the authorizer ends each with an error and a line. */
  blank(times: number, span: readonly [number, number] = [0, DAY_SECONDS]): this {
    const [group] = resourceNamed(this.stack, 'AWS::Logs::LogGroup', 'ApiAuthorizerLogs');
    for (let index = 0; index < times; index++) {
      const at = span[0] + (index * (span[1] - span[0])) / times;
      this.lines.push({ at, group, line: { level: 'INFO', message: { code: 1167, reason: 'missing' } } });
      this.sample(this.ofAuthorizer('Errors'), at, 1);
    }
    return this.ask(times, { status: 401, errorType: 'UNAUTHORIZED' }, span);
  }

  /** Invocations of the authorizer that ended in a fault of ours. */
  authorizerFails(times: number, span: readonly [number, number] = [0, DAY_SECONDS]): this {
    for (let index = 0; index < times; index++)
      this.sample(this.ofAuthorizer('Errors'), span[0] + (index * (span[1] - span[0])) / times, 1);
    return this.ask(times, { status: 503, errorType: 'AUTHORIZER_FAILURE' }, span);
  }

  metrics(): Metrics {
    return withFilters(this.stack, this.lines, this.samples);
  }

  private ofAuthorizer(name: string): string {
    const [id] = resourceNamed(this.stack, 'AWS::Lambda::Function', 'ApiAuthorizerFunction');
    return metricKey('AWS/Lambda', name, [['FunctionName', `<${id}>`]]);
  }

  private sample(key: string, at: number, value: number): void {
    const samples = this.samples.get(key) ?? [];
    samples.push({ at, value });
    this.samples.set(key, samples);
  }
}

/** What a stage shows while all is well: partners that err now and then, a scanner, a crash, queues that are empty. */
export const usualDay = (stack: Synthesized): Day => {
  const day = new Day(stack)
    .ask(2400, { partner: 'acme', status: 200 })
    .ask(60, { partner: 'acme', status: 400 })
    // Rules of update business that answer 401: the key is good.
    .ask(120, { partner: 'acme', status: 401 })
    .ask(240, { partner: 'acme', status: 404 })
    .ask(24, { partner: 'acme', status: 429, errorType: 'THROTTLED' })
    .ask(60, { partner: 'small', status: 200 })
    .ask(40, { partner: 'careless', status: 400 })
    .ask(60, { partner: 'unknown', status: 401, errorType: 'ACCESS_DENIED', reason: 'unknown' })
    .ask(24, { status: 401, errorType: 'UNAUTHORIZED' })
    .ask(12, { status: 404, errorType: 'MISSING_AUTHENTICATION_TOKEN' })
    .ask(1, { partner: 'acme', status: 500, errorType: 'INTEGRATION_FAILURE' })
    .blank(60);
  for (const [id] of ofType(stack, 'AWS::Lambda::Function')) {
    const key = (name: string) => metricKey('AWS/Lambda', name, [['FunctionName', `<${id}>`]]);
    if (!id.startsWith('ApiAuthorizer')) day.each(key('Errors'), 0);
    day.each(key('Invocations'), 1);
  }
  for (const [id] of ofType(stack, 'AWS::Lambda::EventSourceMapping'))
    for (const name of ['PolledEventCount', 'FilteredOutEventCount'])
      day.each(metricKey('AWS/Lambda', name, [['EventSourceMappingUUID', `<${id}>`]]), 0);
  for (const [id] of ofType(stack, 'AWS::Events::Rule'))
    day.each(metricKey('AWS/Events', 'Invocations', [['RuleName', `<${id}>`]]), 1);
  for (const [id] of ofType(stack, 'AWS::SQS::Queue'))
    for (const name of ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'])
      day.each(metricKey('AWS/SQS', name, [['QueueName', `<${id}.QueueName>`]]), 0);
  return day;
};
