/** The section of `npm run cost` about events. */
import type { Prices } from './cost-arithmetic.ts';
import { billedForStep, costOfStep } from './cost-event-arithmetic.ts';
import { measureEvents } from './cost-events.ts';
import type { Site } from './cost-measure.ts';
import { textTable } from './text-table.ts';

const dollars = (amount: number): string => amount.toFixed(2);

/**
 * The tables of what a million events cost with one webhook.
 *
 * @param times - milliseconds that a call to the table or the queue takes, and a webhook
 */
export const eventReport = async (
  site: Site,
  prices: Prices,
  { wait, webhook }: { readonly wait: number; readonly webhook: number },
): Promise<readonly string[]> => {
  const steps = await measureEvents(site, webhook);
  const costs = steps.map((step) => ({ step, cost: costOfStep(step, prices, wait) }));
  const items = ['lambda', 'queue', 'reads', 'writes', 'logs', 'transfer', 'total'] as const;
  const notified = costs.filter(({ step }) => step.queueRequests > 0);
  const sum = (item: (typeof items)[number]) => notified.reduce((total, { cost }) => total + cost[item], 0);
  return [
    '\nUS dollars per million events\n',
    textTable(
      ['step', 'Lambda', 'queue', 'table reads', 'table writes', 'logs', 'transfer', 'total'],
      [
        ...costs.map(({ step, cost }) => [step.name, ...items.map((item) => dollars(cost[item]))]),
        ['an event to one webhook', ...items.map((item) => dollars(sum(item)))],
      ],
    ),
    '\nWhat one event takes\n',
    textTable(
      ['step', 'CPU ms', 'calls', 'billed ms', 'MB', 'read units', 'write units', 'queue requests', 'bytes out'],
      steps.map((step) => [
        step.name,
        step.cpuMilliseconds.toFixed(2),
        String(step.calls),
        String(billedForStep(step, wait)),
        String(step.memoryMegabytes),
        String(step.readUnits),
        String(step.writeUnits),
        String(step.queueRequests),
        String(step.answerBytes),
      ]),
    ),
  ];
};
