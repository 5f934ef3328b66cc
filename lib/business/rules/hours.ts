/**
 * Opening hours as they are stored: each day says whether it is open, as responses do, so that sending hours back as
 * they were returned changes nothing. Pure.
 */
import { isObject } from '../../contract/coercion.ts';
import type { Changes } from '../../contract/fields.ts';
import { isOpenOn, type StoredHours } from '../reply.ts';

const HOURS = 'hoursOfOperations';

/** @param sent - normalized hours; what the schema refuses stays as it is */
export const storedHours = (sent: unknown): unknown =>
  Array.isArray(sent)
    ? sent.map((day) => (isObject(day) ? { ...day, isOpen: isOpenOn(day as unknown as StoredHours) } : day))
    : sent;

/** Changes by path, with hours in their stored form. */
export const withStoredHours = (changes: Changes): Changes =>
  Object.hasOwn(changes, HOURS) ? { ...changes, [HOURS]: storedHours(changes[HOURS]) } : changes;
