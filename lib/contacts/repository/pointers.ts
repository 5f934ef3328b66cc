/** The pointers by which a contact is found: each email, phone, external id and mapping id names one contact of the account. */
import { caseKey } from '../../contract/text.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { phoneKey } from '../rules/contact-lookup.ts';
import {
  blockOf,
  type Contact,
  type ContactOwner,
  contactPointerItem,
  contactPointerKey,
  type PointerKind,
} from './contact.ts';

export interface Pointer {
  readonly kind: PointerKind;
  readonly value: string | number;
  /** The field that it comes from. */
  readonly field: string;
}

/** Mapping ids that were drawn for a contact are found by their thousand, so that any number of them is one pointer. */
export const pointersOf = (contact: Contact): readonly Pointer[] => {
  const { email, phone, countryCode, externalId, mappings = [], cidBlocks = [] } = contact;
  const number = phoneKey(String(phone ?? ''), String(countryCode ?? 'US'));
  const blocks = new Set(cidBlocks);
  const cids = new Set(mappings.map(({ cid }) => cid).filter((cid) => !blocks.has(blockOf(cid))));
  return [
    ...(email ? [{ kind: 'EMAIL', value: caseKey(String(email)), field: 'email' } as const] : []),
    ...(number ? [{ kind: 'PHONE', value: number, field: 'phone' } as const] : []),
    ...(externalId ? [{ kind: 'EXTERNAL', value: String(externalId), field: 'externalId' } as const] : []),
    ...[...blocks].map((block) => ({ kind: 'CIDS', value: block, field: `cidBlocks ${block}` }) as const),
    ...[...cids].map((cid) => ({ kind: 'CID', value: cid, field: `cid ${cid}` }) as const),
  ];
};

type PutAction = Extract<Action, { readonly Put: unknown }>;

/** What a write of a contact does to its pointers. */
export interface PointerChanges {
  /** Each on the condition that it is free, or leads to the contact already. */
  readonly set: readonly (Pointer & { readonly action: PutAction })[];
  /** Those that it gives up. */
  readonly givenUp: readonly Action[];
}

const placed = (owner: ContactOwner, contact: Contact | undefined) =>
  new Map(
    (contact ? pointersOf(contact) : []).map((pointer) => {
      const key = contactPointerKey(owner, pointer.kind, pointer.value);
      return [key.pk, { pointer, key }] as const;
    }),
  );

/** @param whole - set those that it has already too: what a data file says holds, whatever stands there */
export const pointerChanges = (
  owner: ContactOwner,
  before: Contact | undefined,
  after: Contact | undefined,
  { complete = false }: { readonly complete?: boolean } = {},
): PointerChanges => {
  const [old, wanted] = [placed(owner, before), placed(owner, after)];
  const ours = {
    ConditionExpression: 'attribute_not_exists(pk) OR contactId = :id',
    ExpressionAttributeValues: { ':id': (after ?? before)?.id },
  };
  return {
    set: [...wanted]
      .filter(([place]) => complete || !old.has(place))
      .map(([, { pointer, key }]) => ({
        ...pointer,
        action: { Put: { Item: contactPointerItem(owner, key, after!.id), ...ours } },
      })),
    givenUp: [...old].filter(([place]) => !wanted.has(place)).map(([, { key }]) => ({ Delete: { Key: key, ...ours } })),
  };
};
