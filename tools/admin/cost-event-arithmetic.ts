/** Computes what events cost, from measurements and a price list. Pure. */
import { billedMilliseconds, lambdaCost, type Prices, type Usage } from './cost-arithmetic.ts';

/** The resources that one step of an event uses, including those that no request uses. */
export interface StepUsage extends Usage {
  /** Requests to the queue: sends of the function, and those by which Lambda gets the message. */
  readonly queueRequests: number;
  /** How long it waits for a webhook, milliseconds. */
  readonly waitedMilliseconds: number;
}

/** Dollars for a million runs of a step, by billed item. */
export interface StepCost {
  readonly lambda: number;
  readonly queue: number;
  readonly reads: number;
  readonly writes: number;
  readonly logs: number;
  readonly transfer: number;
  readonly total: number;
}

const MILLION = 1_000_000;
const GIGABYTE = 1_000_000_000;

/** The billed duration of an invocation: computing, and waiting for the table, the queue and the webhook. */
export const billedForStep = (step: StepUsage, callMilliseconds: number): number =>
  billedMilliseconds(step, { callMilliseconds }) + step.waitedMilliseconds;

/**
 * Dollars for a million runs of a step.
 *
 * @param callMilliseconds - how long a call to the table or the queue takes
 */
export const costOfStep = (step: StepUsage, prices: Prices, callMilliseconds: number): StepCost => {
  const { sqs, dynamoDb, logs, transfer } = prices;
  const items = {
    lambda: lambdaCost(billedForStep(step, callMilliseconds), step, prices),
    // A fair queue's requests cost both prices.
    queue: step.queueRequests * (sqs.millionRequests + sqs.millionFairRequests),
    reads: step.readUnits * dynamoDb.millionReadUnits,
    writes: step.writeUnits * dynamoDb.millionWriteUnits,
    logs: ((MILLION * step.logBytes) / GIGABYTE) * logs.gigabyte,
    transfer: ((MILLION * step.answerBytes) / GIGABYTE) * transfer.gigabyte,
  };
  return { ...items, total: Object.values(items).reduce((sum, item) => sum + item, 0) };
};
