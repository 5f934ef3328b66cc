/** Requests that the cases of reports share. */

/** A location of the body that is another partner's, and one that is no one's. */
export const foreignLocations = (body: object) => ({
  foreign: { body: { ...body, businessNumbers: [800101] } },
  absent: { body: { ...body, businessNumbers: [899901] } },
  code: 1011,
});

/** Dates that are refused, next to dates that are not. */
export const dateProvocations = (body: object) =>
  ({
    dateInvalid: { body: { ...body, startDate: '2025-03-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { ...body, endDate: '02/29/2025' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: {
      body: { ...body, startDate: '03/01/2025', endDate: '02/28/2025' },
      violations: [{ pointer: '/endDate' }],
    },
  }) as const;

const MOST = 100;

/** More locations than a report has. */
export const tooManyLocations = (body: object) => ({
  body: { ...body, businessNumbers: Array.from({ length: MOST + 1 }, (_, index) => 700_000 + index) },
  violations: [{ pointer: '/businessNumbers', limit: MOST, actual: MOST + 1 }],
});

/** The reviews of Fern and Flat White in March 2025, which are all that it has. */
export const fernReviews = {
  reviews: 3,
  averageRating: 3.7,
  ratings: [
    { rating: 5, reviewCount: 1 },
    { rating: 4, reviewCount: 1 },
    { rating: 2, reviewCount: 1 },
  ],
  responded: 1,
  responseRate: 33.3,
  averageResponseHours: 14.7,
} as const;

export const noReviews = {
  reviews: 0,
  averageRating: null,
  ratings: [],
  responded: 0,
  responseRate: null,
  averageResponseHours: null,
} as const;
