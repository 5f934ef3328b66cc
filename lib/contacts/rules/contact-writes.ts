/** What a write makes of a contact (docs/decisions.md: contacts). Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Activity, ActivityKind } from '../repository/activity.ts';
import { blockOf, type Contact, type ContactMapping } from '../repository/contact.ts';

/** What is to change, in the names that are stored; `null` clears, and what is absent stays. */
export interface ContactChanges {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Said of a channel: true is in, false is out; `null` says nothing, and is out. */
  readonly emailOptin?: boolean | null | undefined;
  readonly smsOptin?: boolean | null | undefined;
  readonly blocked?: boolean | null | undefined;
}

/** A location that a contact can be mapped to. */
export interface Location {
  readonly businessNumber: number;
  readonly name: string;
  readonly bid?: number | undefined;
}

interface Written {
  readonly contact: Contact;
  /** What it comes to; empty where nothing changes. */
  readonly kinds: readonly ActivityKind[];
}

/** Without what is cleared. */
const withFields = (contact: Contact, fields: ContactChanges['fields']): Contact => {
  const merged: Record<string, unknown> = { ...contact, ...fields };
  for (const name in fields) {
    const value = fields[name];
    if (value === null || value === undefined) delete merged[name];
  }
  return merged as Contact;
};

interface Flag {
  /** The field that says it, the time since when the contact is out, and whether `true` is out. */
  readonly field: string;
  readonly since: string;
  readonly trueIsOut: boolean;
  readonly out: ActivityKind;
  readonly in: ActivityKind;
}

const EMAIL: Flag = {
  field: 'emailOtin',
  since: 'emailOptedOutAt',
  trueIsOut: false,
  out: 'opted-out',
  in: 'opted-in',
};
const SMS: Flag = { field: 'smsOptin', since: 'smsOptedOutAt', trueIsOut: false, out: 'opted-out', in: 'opted-in' };
const BLOCKED: Flag = { field: 'blocked', since: 'blockedAt', trueIsOut: true, out: 'blocked', in: 'unblocked' };

/**
 * Sets one flag, with its time as long as the contact is out by a request. A new contact whose request does not name
 * the flag is out without a time.
 */
const withFlag = (
  { contact, kinds }: Written,
  before: Contact | undefined,
  flag: Flag,
  said: boolean | null | undefined,
  at: string,
): Written => {
  if (said === undefined) return { contact, kinds };
  const { field, since, trueIsOut } = flag;
  const isOut = said === null ? !trueIsOut : said === trueIsOut;
  const isOutBefore = (contact[field] === true) === trueIsOut;
  // A blocked contact is not blocked again; one who has opted out may say so for the first time.
  const saysOut = isOut && (!isOutBefore || (said === false && !trueIsOut));
  const known = contact[since];
  const time = isOut ? (known ?? (saysOut ? at : undefined)) : undefined;
  const stored = said === null ? null : said;
  const isSame = (contact[field] === true) === (stored === true);
  const changed = withFields(contact, { ...(!isSame && { [field]: stored }), [since]: time ?? null });
  const becomesOut = isOut && time !== known;
  const becomesIn = !isOut && isOutBefore && before !== undefined;
  return { contact: changed, kinds: [...kinds, ...(becomesOut ? [flag.out] : []), ...(becomesIn ? [flag.in] : [])] };
};

/**
 * A contact after a write.
 *
 * @param before - absent of a new one, of which `blank` is what it begins with
 * @param at - the time of the write, ISO 8601
 */
export const writtenContact = (
  before: Contact | undefined,
  blank: Contact,
  changes: ContactChanges & { readonly mappings?: ((contact: Contact) => Contact) | undefined },
  at: string,
): Written => {
  const start = before ?? blank;
  const merged = withFields(start, changes.fields);
  const mapped = changes.mappings ? changes.mappings(merged) : merged;
  const first: readonly ActivityKind[] = before ? (isDeepStrictEqual(mapped, start) ? [] : ['updated']) : ['created'];
  const flags: readonly (readonly [Flag, boolean | null | undefined])[] = [
    [EMAIL, changes.emailOptin],
    [SMS, changes.smsOptin],
    [BLOCKED, changes.blocked],
  ];
  const written = flags.reduce<Written>((so, [flag, said]) => withFlag(so, before, flag, said, at), {
    contact: mapped,
    kinds: first,
  });
  const kinds = [...new Set(written.kinds)];
  // What was stored of a time at which it was out, and is not: nothing that happened, and a change all the same.
  if (kinds.length === 0 && !isDeepStrictEqual(written.contact, start)) kinds.push('updated');
  return { contact: written.contact, kinds };
};

/** A contact whose last activity is this one. */
export const withActivity = (contact: Contact, at: string): Contact => ({ ...contact, lastActivityAt: at });

export const activityOf = (kinds: readonly ActivityKind[], details?: Activity['details']): Activity => ({
  kinds,
  ...(details && { details }),
});

/** A thousand ids are used up by so many mappings. */
const BLOCK = 1000;

/** The locations that a contact is mapped to, and more; each new one under the next id of the contact's own. */
export const withLocations = (contact: Contact, locations: readonly Location[], drawBlock: () => number): Contact => {
  const { mappings = [] } = contact;
  const there = new Set(mappings.map(({ businessNumber }) => businessNumber));
  const added = locations.filter(({ businessNumber }) => !there.has(businessNumber));
  if (added.length === 0) return contact;
  const blocks = [...(contact.cidBlocks ?? [])];
  let next = Number(contact.nextCid ?? 0);
  const draw = (): number => {
    if (next % BLOCK === 0 || !blocks.includes(blockOf(next))) {
      blocks.push(drawBlock());
      next = blocks.at(-1)! * BLOCK + 1;
    }
    return next++;
  };
  const fresh = added.map(
    ({ businessNumber, name, bid }): ContactMapping => ({
      cid: draw(),
      // A blank value is not stored, as a data file would not restore it.
      ...(name !== '' && { location: name }),
      ...(bid !== undefined && { bid }),
      businessNumber,
    }),
  );
  return { ...contact, mappings: [...mappings, ...fresh], cidBlocks: blocks, nextCid: next };
};

/** A contact without its mappings to some locations. */
export const withoutLocations = (contact: Contact, numbers: ReadonlySet<number>): Contact => {
  const { mappings = [] } = contact;
  const kept = mappings.filter(({ businessNumber }) => businessNumber === undefined || !numbers.has(businessNumber));
  return kept.length === mappings.length ? contact : { ...contact, mappings: kept };
};

/** A contact that is mapped to these locations and no others; mappings that are kept keep their ids. */
export const atLocations = (contact: Contact, locations: readonly Location[], drawBlock: () => number): Contact => {
  const wanted = new Set(locations.map(({ businessNumber }) => businessNumber));
  const others = (contact.mappings ?? []).flatMap(({ businessNumber }) =>
    businessNumber !== undefined && !wanted.has(businessNumber) ? [businessNumber] : [],
  );
  return withLocations(withoutLocations(contact, new Set(others)), locations, drawBlock);
};
