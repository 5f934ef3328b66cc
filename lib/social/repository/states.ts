/** The states of a post and of its locations, and what leads from one to another: docs/pictures draws them from here. Pure. */
import type { Move } from '../../connectors/repository/states.ts';

export const POST_STATES = ['scheduled', 'started', 'cancelled'] as const;
export type PostState = (typeof POST_STATES)[number];

export const POST_MOVES: readonly Move<PostState>[] = [
  { from: '', to: 'scheduled', when: 'schedule post' },
  { from: 'scheduled', to: 'scheduled', when: 'edit scheduled post' },
  { from: 'scheduled', to: 'started', when: 'its time has come' },
  { from: 'scheduled', to: 'cancelled', when: 'no location is left' },
];

export const STATUSES = [
  'POST_SCHEDULED',
  'POST_PROCESSING',
  'POST_SUCCEEDED',
  'POST_FAILED',
  'REJECTED_BY_APPROVER',
  'POST_CANCELLED',
  'POST_DELETED',
] as const;
export type LocationStatus = (typeof STATUSES)[number];

export const LOCATION_MOVES: readonly Move<LocationStatus>[] = [
  { from: '', to: 'POST_SCHEDULED', when: 'the post is scheduled' },
  { from: 'POST_SCHEDULED', to: 'POST_PROCESSING', when: 'the time of the post has come' },
  { from: 'POST_SCHEDULED', to: 'POST_FAILED', when: 'not connected, or not active' },
  { from: 'POST_SCHEDULED', to: 'POST_CANCELLED', when: 'left out of an edit, or deleted' },
  { from: 'POST_CANCELLED', to: 'POST_SCHEDULED', when: 'named by an edit' },
  { from: 'POST_PROCESSING', to: 'POST_SUCCEEDED', when: 'done' },
  { from: 'POST_PROCESSING', to: 'POST_FAILED', when: 'failed, or no result in time' },
  { from: 'POST_PROCESSING', to: 'REJECTED_BY_APPROVER', when: 'rejected' },
  { from: 'POST_FAILED', to: 'POST_SUCCEEDED', when: 'a late done' },
  { from: 'POST_SUCCEEDED', to: 'POST_DELETED', when: 'a deletion was done' },
];
