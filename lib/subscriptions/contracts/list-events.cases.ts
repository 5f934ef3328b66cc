/** Requests of list events. */
import type { Cases } from '../../contract/cases.ts';
import { eventKinds } from '../events.ts';
import type { listEvents } from './list-events.ts';

export const listEventsCases: Cases<typeof listEvents> = {
  parameters: {},
  examples: [{ summary: 'All events', reply: eventKinds }],
  provocations: {},
  foreign: {},
};
