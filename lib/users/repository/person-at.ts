/** A person with all of their users: one partition, which the stream's functions read too. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { isUser, personFrom, type StoredPerson, type StoredUser, USER_PREFIX, userFrom } from './user.ts';

/**
 * The person of a partition, and their users on all accounts; `undefined` if there is none, or they are on none. One call.
 *
 * @param pk - the partition, of one partner (`personKey`)
 */
export const personAt = async (
  { query }: Table,
  pk: string,
): Promise<{ readonly person: StoredPerson; readonly on: readonly StoredUser[] } | undefined> => {
  const items: Item[] = [];
  const pages = query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });
  for await (const page of pages) items.push(...page);
  const person = items.find(({ type }) => type === 'person');
  const on = items.filter((item) => isUser(item) && String(item.sk).startsWith(USER_PREFIX)).map(userFrom);
  return person && on.length > 0 ? { person: personFrom(person), on } : undefined;
};
