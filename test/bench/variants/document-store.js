/** The store on the stock document client. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { businessKey, businessReply, failures, findContact, keyLookup, updateInput } from './domain.js';

/** The table, as the stock document client has it. */
export const documentTable = (settings = {}) => {
  const { TABLE_NAME: TableName, DYNAMODB_ENDPOINT: endpoint } = process.env;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...settings }));
  const get = async (Key, ConsistentRead = true) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item;
  const batchGet = async (Keys) =>
    (await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } })))
      .Responses[TableName];
  return { TableName, client, get, batchGet };
};

/** @param readFirst - whether an update reads the record to see that it is there, in place of a condition alone */
export const documentStore = (settings = {}, readFirst = false) => {
  const { TableName, client, get, batchGet } = documentTable(settings);
  return {
    partnerOf: keyLookup(get),
    findContact: (partnerId, businessId, body) => findContact({ get, batchGet }, partnerId, businessId, body),
    async updateBusiness(partnerId, businessId, body) {
      if (readFirst && !(await get(businessKey(partnerId, Number(businessId))))) {
        throw failures.businessNotFound();
      }
      try {
        const input = updateInput(TableName, Number(businessId), partnerId, body);
        return businessReply((await client.send(new UpdateCommand(input))).Attributes);
      } catch (error) {
        throw error.name === 'ConditionalCheckFailedException' ? failures.businessNotFound() : error;
      }
    },
  };
};

/** Settings that spare the client a search: what a team that has read the SDK's documentation would set. */
export const explicitSettings = () => ({
  region: process.env.AWS_REGION,
  credentials: {
    accessKeyId: process.env.AWS_ACCESS_KEY_ID,
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
    sessionToken: process.env.AWS_SESSION_TOKEN,
  },
  maxAttempts: 3,
  retryMode: 'standard',
  defaultsMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  accountIdEndpointMode: 'disabled',
  endpointDiscoveryEnabled: false,
  authSchemePreference: [],
});
