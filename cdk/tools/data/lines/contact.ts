/** A contact of an account, with the pointers by which it is found: each email, phone and mapping id names one contact. */
import { contact as contactSchema } from '../../../../lib/contacts/contracts/get-contact.ts';
import {
  type Contact,
  type ContactOwner,
  contactItem,
  contactPointerItem,
  contactPointerKey,
  contactsPartition,
} from '../../../../lib/contacts/repository/contact.ts';
import { contactEntity } from '../../../../lib/contacts/repository/contact-entities.ts';
import { pointersOf } from '../../../../lib/contacts/repository/pointers.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import type { Key } from '../../../../lib/dynamodb/keys.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/outcomes.ts';
import { keyOf, updateAction } from '../../../../lib/dynamodb/parts.ts';
import type { Action } from '../../../../lib/dynamodb/transactions.ts';
import { asLoaded, IF_NEW, type Step, stepTo, written } from '../bring.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused, type Written } from './line.ts';

/** DynamoDB takes 100 actions in a transaction: the contact, its pointers, and those that it gives up. */
const MOST_ACTIONS = 100;
/** So often the contact is read again where others have changed it meanwhile. */
const ATTEMPTS = 5;

/** The pointers to set and to give up, by key. */
const pointerActions = (owner: ContactOwner, contact: Contact, current: Contact | undefined) => {
  const keyed = (of: Contact | undefined) =>
    new Map(
      (of ? pointersOf(of) : []).map(({ kind, value, field }) => {
        const key = contactPointerKey(owner, kind, value);
        return [key.pk, { key, field }] as const;
      }),
    );
  const wanted = keyed(contact);
  const ours = {
    ConditionExpression: 'attribute_not_exists(pk) OR contactId = :id',
    ExpressionAttributeValues: { ':id': contact.id },
  };
  const set = [...wanted.values()].map(({ key, field }) => ({
    key,
    field,
    action: { Put: { Item: contactPointerItem(owner, key, contact.id), ...ours } } satisfies Action,
  }));
  const givenUp = [...keyed(current).values()]
    .filter(({ key }) => !wanted.has(key.pk))
    .map(({ key }): Action => ({ Delete: { Key: key, ...ours } }));
  return { set, givenUp };
};

const taken = (field: string) => refused(`contact ${field} belongs to another contact of the account`);

/** Whether a pointer leads to another contact already: what a dry run can see. */
const lookForTaken = async (
  { table }: LoadContext,
  id: number,
  pointers: readonly { readonly key: Key; readonly field: string }[],
): Promise<string | undefined> => {
  const items = await table.batchGet(pointers.map(({ key }) => key));
  const others = new Set(items.filter(({ contactId }) => contactId !== id).map(({ pk }) => pk));
  return pointers.find(({ key }) => others.has(key.pk))?.field;
};

const itemAction = (found: Item | undefined, fresh: Item, { changes }: Step, context: LoadContext): Action =>
  found && changes
    ? updateAction(found, changes, { quiet: !context.events })
    : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } };

const writeContact = async (context: LoadContext, owner: ContactOwner, contact: Contact): Promise<Written> => {
  const { table, dryRun } = context;
  const fresh = contactItem(owner, contact);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await table.get(keyOf(fresh));
    const step = stepTo(found, fresh, context);
    if ('outcome' in step && (step.outcome === 'unchanged' || step.outcome === 'changed')) return written(step);
    const { set, givenUp } = pointerActions(owner, contact, found?.contact as Contact | undefined);
    if (1 + set.length + givenUp.length > MOST_ACTIONS)
      return refused(`contact.mappings must have at most ${MOST_ACTIONS - 3} items`);
    if (dryRun) {
      const field = await lookForTaken(context, contact.id, set);
      return field === undefined ? written(step) : taken(field);
    }
    const outcome = await table.transact([
      itemAction(found, fresh, step, context),
      ...set.map(({ action }) => action),
      ...givenUp,
    ]);
    // Its own first try may have landed without a response.
    if (!outcome || (fresh.p0 !== undefined && outcome.failed.get(0)?.p0 === fresh.p0)) return written(step);
    const [place = 0] = [...outcome.failed.keys()].filter((at) => at > 0);
    if (place > 0) return taken(set[place - 1]?.field ?? 'pointer');
  }
  throw new StoreUnavailable('the contact is written by others all the time');
};

export const contactLine: LineKind = {
  entity: contactEntity,
  pass: 2,
  schema: lineOf({ accountNumber: positive, contact: contactSchema }),
  read(fields) {
    const { accountNumber, contact } = fields as unknown as { accountNumber: number; contact: Contact };
    return {
      about: `contact ${contact.id} of account ${accountNumber}`,
      claims: pointersOf(contact).map(({ kind, value }) => `${accountNumber} ${kind} ${value}`),
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        return writeContact(context, { partnerId, accountNumber }, contact);
      },
    };
  },
  lineOf: ({ accountNumber, contact }) => ({ type: 'contact', accountNumber, contact }),
  ofAccount: (partnerId, accountNumber) => contactsPartition({ partnerId, accountNumber }),
};
