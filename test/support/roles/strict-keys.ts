/** What DynamoDB refuses in the condition on a key, and the engine of the tests accepts. */
import type { Refusal } from '../../../tools/local/iam/refusals.ts';

type Values = Readonly<Record<string, { readonly S?: string }>>;

/** Why DynamoDB would refuse a Query; `undefined` if it would not. */
export const keyConditionFault = (condition: string, values: Values): string | undefined => {
  const named = [...condition.matchAll(/:\w+/g)].map(([name]) => name);
  if (named.some((name) => values[name]?.S === ''))
    return 'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.';
  for (const [, from = '', to = ''] of condition.matchAll(/\bBETWEEN\s+(:\w+)\s+AND\s+(:\w+)/gi))
    if ((values[from]?.S ?? '') > (values[to]?.S ?? ''))
      return 'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound';
  return undefined;
};

/** DynamoDB's response to a call, as far as it refuses the condition on its key. @param operation - `DynamoDB_20120810.Query` */
export const keyRefusal = (operation: string, body: string): Refusal | undefined => {
  if (!operation.endsWith('.Query')) return undefined;
  const { KeyConditionExpression = '', ExpressionAttributeValues = {} } = JSON.parse(body);
  const message = keyConditionFault(KeyConditionExpression, ExpressionAttributeValues);
  if (message === undefined) return undefined;
  return {
    status: 400,
    headers: { 'Content-Type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: 'com.amazon.coral.validate#ValidationException', message }),
  };
};
