/** An entity that leaves an answer open does not compile: `npm run types` checks this file. */
import type { Entity } from '../../lib/dynamodb/table/entity.ts';

const whole = {
  type: 'favourite',
  keys: { pk: 'P#<partner>#FAVOURITE', sk: '<id>' },
  answers: 'What is it that the partner likes?',
  attributes: { type: 'object' },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: 'values',
  removal: { withLocation: 'is none of a location', withAccount: 'is none of an account' },
} as const satisfies Entity;

const without = <Name extends keyof typeof whole>(name: Name): Omit<typeof whole, Name> => {
  const { [name]: _, ...rest } = whole;
  return rest;
};

export const complete: Entity = whole;
// @ts-expect-error what it is exported as is left out
export const unexported: Entity = without('exported');
// @ts-expect-error whether it is personal is left out
export const impersonal: Entity = without('personal');
// @ts-expect-error how a person is erased from it is left out
export const unerased: Entity = { ...whole, personal: { identifies: true } };
// @ts-expect-error its events are left out
export const silent: Entity = without('events');
// @ts-expect-error which events it sends is left out
export const unnamed: Entity = { ...whole, events: { of: () => [] } };
// @ts-expect-error no event is named
export const empty: Entity = { ...whole, events: { sends: [], of: () => [] } };
// @ts-expect-error what is counted is left out
export const uncounted: Entity = without('counts');
// @ts-expect-error what the audit shows is left out
export const unaudited: Entity = without('audit');
// @ts-expect-error what becomes of it is left out
export const unremoved: Entity = without('removal');
// @ts-expect-error what becomes of it with its account is left out
export const halfRemoved: Entity = { ...whole, removal: { withLocation: 'goes with it' } };
