/** What the demo data has of posts and channels, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';

/** Published on ALPHA at two locations; published on BETA at one; scheduled; the other partner's; no one's. */
export const DEMO = {
  published: 'trk_4be1a874356f0d2c9bc1a874',
  other: 'trk_0d9e8f7a6b5c4d3e2f1a0b9c',
  scheduled: 'trk_5c4d3e2f1a0b9c0d9e8f7a6b',
  foreign: 'trk_9c0d9e8f7a6b5c4d3e2f1a0b',
  nobodys: 'trk_8c0d9e8f7a6b5c4d3e2f1a0b',
} as const;

/** A body with another partner's post, and one with a post that does not exist. */
export const foreignPost = (body: object) => ({
  foreign: { body: { ...body, trackingId: DEMO.foreign } },
  absent: { body: { ...body, trackingId: DEMO.nobodys } },
  code: errors.routeNotFound.code,
});

/** A body with a location that is none of the account's. */
export const foreignLocations = (body: object) => ({
  foreign: { body: { ...body, subBusinessNumbers: [800101] } },
  absent: { body: { ...body, subBusinessNumbers: [899901] } },
  code: errors.businessIdsInvalid.code,
});

export const unknownLocation = (number: number) => `${errors.businessIdsInvalid.message}: ${number}`;
