/** Requests of set default review sources against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { businessUnknown } from '../../contract/errors.ts';
import type { setDefaultReviewSources } from './set-default-review-sources.ts';

const sources = { resellerId: 700100, businessIds: [700101, 700102], sources: ['alpha', 'maps'] };
const ofOther = (businessIds: readonly number[]) => ({ body: { ...sources, businessIds } });
const owners = { body: { ...sources, resellerId: 800100, businessIds: [800101] } };
const ofAccount = (resellerId: unknown) => ({ body: { ...sources, resellerId } });

export const setDefaultReviewSourcesCases: Cases<typeof setDefaultReviewSources> = {
  parameters: {},
  examples: [
    { summary: 'Two locations, and the account', body: sources, reply: {} },
    {
      summary: 'The page of the account; the location gets the sources of the account',
      body: {
        resellerId: 700100,
        businessIds: [700103],
        pageUrl: 'https://feedback.copperkettle.example/r',
      },
      reply: {},
    },
  ],
  provocations: { businessInvalid: { ...ofAccount('none'), violations: [{ pointer: '/resellerId' }] } },
  invalid: {
    body: { ...sources, sources: ['alpha', 'atlas'] },
    message: 'sources[1] must be the alias of a review source of the catalogue',
    violations: [{ pointer: '/sources/1' }],
  },
  foreign: {
    businessIds: { foreign: ofOther([800101]), absent: ofOther([899901]), owners, code: businessUnknown(800101).code },
    resellerId: { foreign: ofAccount(800100), absent: ofAccount(899900), owners, code: errors.businessInvalid.code },
  },
};
