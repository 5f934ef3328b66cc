/** How requests in flight are shared: docs/deliveries.md (requests in flight). */
import { expect, it } from 'vitest';
import { MOST_OF_WEBHOOK, placesBefore, placesFor, windowOf } from '../../../../lib/subscriptions/rules/fairness.ts';

it('A webhook of which nothing is known has five requests in flight, one that has earned more at most fifty', () => {
  expect([-50, 0, 1, 44, 45, 46].map((credit) => windowOf(credit))).toEqual([5, 5, 6, 49, 50, 50]);
  expect(MOST_OF_WEBHOOK).toBe(50);
});

it('Of the places of a partner its first request takes any, each further one fewer, those beyond five others', () => {
  const places = [0, 1, 2, 3, 4, 5].map((index) => placesFor(index, 25));
  expect(places).toEqual([
    [0, 25],
    [15, 25],
    [18, 25],
    [20, 25],
    [22, 25],
    [25, 70],
  ]);
});

it('Each of five requests leaves the places of the next ones to them where it can', () => {
  expect([0, 1, 2, 3, 4, 5].map((index) => placesBefore(index, 25))).toEqual([15, 18, 20, 22, 25, 25]);
});

it('A webhook that answers quickly has places next to the cap, too', () => {
  const places = [0, 1, 4, 5].map((index) => placesFor(index, 25, 1000));
  expect(places).toEqual([
    [0, 70],
    [15, 70],
    [22, 70],
    [25, 70],
  ]);
  expect(placesFor(1, 25, 1001)).toEqual([15, 25]);
});
