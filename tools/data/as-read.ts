/** A condition for writes to items that have no version. */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';

/** As many attributes as the condition of a write compares, within the 4 KB of an expression. */
const MOST_COMPARED = 50;

/** That an item is as it was read, in what will be changed of it. */
export const asRead = (found: Item, changes: Record<string, unknown>) => {
  const names = Object.keys(changes).slice(0, MOST_COMPARED);
  const conditions = names.map((name, at) =>
    found[name] === undefined ? `attribute_not_exists(#n${at})` : `#n${at} = :v${at}`,
  );
  const values = names.flatMap((name, at) => (found[name] === undefined ? [] : [[`:v${at}`, found[name]]]));
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
};
