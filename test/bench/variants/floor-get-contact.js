/** The floor of get contact: one BatchGetItem for a contact by its id. */
import { findContact } from './domain.js';
import { floorHandler, fromAttributes, get, send, TableName, toAttributes } from './floor.js';

const batchGet = async (keys) => {
  const { Responses } = await send('BatchGetItem', {
    RequestItems: { [TableName]: { Keys: keys.map(toAttributes), ConsistentRead: true } },
  });
  return Responses[TableName].map(fromAttributes);
};

export const handler = floorHandler((partnerId, { queryStringParameters }, body) =>
  findContact({ get, batchGet }, partnerId, queryStringParameters.businessId, body),
);
