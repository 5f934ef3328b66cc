/** The requests to which every variant must give the same answer. */
import type { Operation } from '../builds.ts';
import { body } from './body.ts';
import { contactEvent, saveEvent, searchEvent, updateEvent } from './events.ts';
import { SEARCHED, SECRET } from './items.ts';

const { emailId: _, ...withoutEmail } = body;

export interface Case {
  readonly name: string;
  readonly operation: Operation;
  readonly event: unknown;
  /** Whether it takes checks of the body, which the floor and the bare handler do without. */
  readonly checks?: boolean;
}

const searched = String(SEARCHED.accountNumber);
/** What a partner's shop saves of a customer after a visit. */
export const visitor = { email: 'contact-1@mail.example', firstName: 'Ada', lastName: 'Reed', businessIds: [101] };

export const cases: readonly Case[] = [
  { name: 'an update', operation: 'updateBusiness', event: updateEvent() },
  {
    name: 'an update of a few fields',
    operation: 'updateBusiness',
    event: updateEvent({ emailId: 'a@b.example', phone: '(650) 555-0100', services: 'repair' }),
  },
  { name: 'an update of an unknown location', operation: 'updateBusiness', event: updateEvent(body, '999') },
  { name: "an update of another partner's location", operation: 'updateBusiness', event: updateEvent(body, '201') },
  { name: 'an update without a key', operation: 'updateBusiness', event: updateEvent(body, '101', null) },
  { name: 'an update with a wrong key', operation: 'updateBusiness', event: updateEvent(body, '101', `${SECRET}9`) },
  { name: 'an update without an email', operation: 'updateBusiness', event: updateEvent(withoutEmail), checks: true },
  {
    name: 'a name that is too short',
    operation: 'updateBusiness',
    event: updateEvent({ ...body, name: 'ab' }),
    checks: true,
  },
  { name: 'a wrong phone', operation: 'updateBusiness', event: updateEvent({ ...body, phone: '555' }), checks: true },
  { name: 'a contact by id', operation: 'getContact', event: contactEvent({ id: 1 }) },
  { name: 'a contact by email', operation: 'getContact', event: contactEvent({ email: 'Contact-1@mail.example' }) },
  { name: 'a contact by phone', operation: 'getContact', event: contactEvent({ phone: '(650) 555-0111' }) },
  { name: 'a contact by cid', operation: 'getContact', event: contactEvent({ cid: 10 }) },
  { name: 'an unknown contact', operation: 'getContact', event: contactEvent({ id: 77 }) },
  { name: "another partner's account", operation: 'getContact', event: contactEvent({ id: 1 }, '200') },
  { name: 'a contact without a key', operation: 'getContact', event: contactEvent({ id: 1 }, '100', null) },
  { name: 'a saved contact', operation: 'saveContact', event: saveEvent(visitor) },
  { name: "a contact of another partner's account", operation: 'saveContact', event: saveEvent(visitor, '200') },
  { name: 'a saved contact without a key', operation: 'saveContact', event: saveEvent(visitor, '100', null) },
  {
    name: 'a phone that is none',
    operation: 'saveContact',
    event: saveEvent({ ...visitor, phone: '1' }),
    checks: true,
  },
  { name: 'the newest locations', operation: 'searchBusinesses', event: searchEvent({}, searched) },
  {
    name: 'locations by a part of the name, a later page',
    operation: 'searchBusinesses',
    event: searchEvent({ searchStr: 'saint', sortBy: 'name', sortOrder: 'ASC', startIndex: 25 }, searched),
  },
  { name: "locations of another partner's account", operation: 'searchBusinesses', event: searchEvent({}, '200') },
  {
    name: 'a page that is too deep',
    operation: 'searchBusinesses',
    event: searchEvent({ startIndex: 100_000 }, searched),
    checks: true,
  },
];
