/** The table of usage plans (docs/partners.md), as `cdk.json` has them. Pure. */
import type { Plans } from '../openapi/texts.ts';
import { tableOf } from './places.ts';

const shown = (value: number): string => value.toLocaleString('en-US');

export const plansTable = (plans: Plans): string =>
  tableOf(
    ['plan', 'requests a second', 'burst', 'quota'],
    Object.entries(plans).map(([name, { rateLimit, burstLimit, quota }]) => [
      `\`${name}\``,
      shown(rateLimit),
      shown(burstLimit),
      quota ? `${shown(quota.limit)} a ${quota.period.toLowerCase()}` : 'none',
    ]),
  );
