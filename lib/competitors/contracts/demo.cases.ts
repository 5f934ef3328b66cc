/** Requests that several cases of competitors share. */
import * as errors from '../../contract/error-rows.ts';

const { code } = errors.businessInvalid;

/** A number in a body that is another partner's, and one that is no one's. */
export const foreignNumber = (name: string, foreign: number, absent: number) => ({
  foreign: { body: { [name]: [foreign] } },
  absent: { body: { [name]: [absent] } },
  code,
});

/** A competitor in a path. */
export const foreignCompetitor = <Name extends string>(name: Name, body?: unknown) => {
  const request = (value: number) => ({
    parameters: { [name]: value } as { readonly [Each in Name]?: number },
    ...(body !== undefined && { body }),
  });
  return { foreign: request(810101), absent: request(819999), code };
};

/** Filters of both requests about reviews of competitors. */
export const foreignFilters = {
  businessNumbers: foreignNumber('businessNumbers', 800101, 899901),
  brandIds: foreignNumber('brandIds', 810100, 819999),
  competitorLocationIds: foreignNumber('competitorLocationIds', 810101, 819999),
} as const;

export const filterProvocations = {
  fromDateInvalid: { body: { fromDate: '2026-03-01' }, violations: [{ pointer: '/fromDate' }] },
  toDateInvalid: { body: { toDate: '02/30/2026' }, violations: [{ pointer: '/toDate' }] },
  endBeforeStart: {
    body: { fromDate: '03/02/2026', toDate: '03/01/2026' },
    violations: [{ pointer: '/toDate' }],
  },
  businessInvalid: { parameters: { 'x-business-number': 799999 } },
} as const;
