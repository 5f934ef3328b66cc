/** The floor of update business: one UpdateItem. */
import { businessReply, Failure, failures, updateInput } from './domain.js';
import { floorHandler, fromAttributes, send, TableName, toAttributes } from './floor.js';

const required = (body) => {
  for (const name of ['emailId', 'phone', 'services']) {
    if (typeof body[name] !== 'string') throw new Failure(400, 400, `${name} is required`);
  }
};

export const handler = floorHandler(async (partnerId, { pathParameters }, body) => {
  required(body);
  const input = updateInput(TableName, Number(pathParameters.businessId), partnerId, body);
  input.Key = toAttributes(input.Key);
  input.ExpressionAttributeValues = toAttributes(input.ExpressionAttributeValues);
  try {
    return businessReply(fromAttributes((await send('UpdateItem', input)).Attributes));
  } catch (error) {
    throw error.name === 'ConditionalCheckFailedException' ? failures.businessNotFound() : error;
  }
});
