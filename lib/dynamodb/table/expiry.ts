/**
 * When items expire, in epoch seconds as DynamoDB's TTL counts. TTL removes items late, so readers check the time
 * themselves.
 */
import { clock } from '../client/clock.ts';
import type { Item } from './attributes.ts';

/** @param at - epoch milliseconds; defaults to now */
export const epochSeconds = (at: number = clock.now()): number => Math.floor(at / 1000);

/**
 * How long tombstones are kept: longer than any late try, any repetition of the stream, and any repair by an operator
 * takes.
 */
export const TOMBSTONE_SECONDS = 30 * 24 * 3600;

/** The `expiresAtSeconds` of an item that is kept for this many seconds. */
export const expiryAfter = (seconds: number): number => epochSeconds() + seconds;

/** Whether an item has expired; one that does not expire has not. */
export const hasExpired = ({ expiresAtSeconds }: Item): boolean => Number(expiresAtSeconds) <= epochSeconds();
