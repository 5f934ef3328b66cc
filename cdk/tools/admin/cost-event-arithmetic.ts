/** What events cost, worked out from what was measured and a price list. Pure. */
import { billedMilliseconds, lambdaCost, type Prices, type Usage } from './cost-arithmetic.ts';

/** What one step on the way of an event takes, with what no request has. */
export interface StepUsage extends Usage {
  /** To the queue: sends of the function, and what Lambda does to hand it the message. */
  readonly queueRequests: number;
  /** How long it waits for a webhook, milliseconds. */
  readonly waitedMilliseconds: number;
}

/** Dollars for a million of a step, by what is billed. */
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

/** How long an invocation is billed: what it works, what it waits for the table and the queue, and for the webhook. */
export const billedForStep = (step: StepUsage, callMilliseconds: number): number =>
  billedMilliseconds(step, { callMilliseconds }) + step.waitedMilliseconds;

/**
 * Dollars for a million of a step.
 *
 * @param callMilliseconds - how long a call to the table or the queue takes
 */
export const costOfStep = (step: StepUsage, prices: Prices, callMilliseconds: number): StepCost => {
  const { sqs, dynamoDb, logs, transfer } = prices;
  const parts = {
    lambda: lambdaCost(billedForStep(step, callMilliseconds), step, prices),
    // A fair queue's requests cost the one beside the other.
    queue: step.queueRequests * (sqs.millionRequests + sqs.millionFairRequests),
    reads: step.readUnits * dynamoDb.millionReadUnits,
    writes: step.writeUnits * dynamoDb.millionWriteUnits,
    logs: ((MILLION * step.logBytes) / GIGABYTE) * logs.gigabyte,
    transfer: ((MILLION * step.answerBytes) / GIGABYTE) * transfer.gigabyte,
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
};
