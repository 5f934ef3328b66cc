/** Searches the locations of an account by one Query of the index, on the stock document client and without checks. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { foundReply, keptOf } from '../../../lib/business/listed-reply.ts';
import { listedOf } from '../../../lib/business/repository/directory.ts';
import { searching } from '../../../lib/business/rules/search.ts';
import { accountKey, childrenPartition } from '../../../lib/partners/repository/account.ts';
import { documentTable } from './document-store.js';
import { answering, failures, keyLookup } from './domain.js';

const { TableName, client, get } = documentTable();

export const handler = answering(keyLookup(get), async (partnerId, { pathParameters }, body) => {
  const accountNumber = Number(pathParameters.businessId);
  if (!(await get(accountKey(partnerId, accountNumber)))) throw failures.accountInvalid();
  const { add, found } = searching(body, keptOf);
  let ExclusiveStartKey;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': childrenPartition(partnerId, accountNumber) },
        ExclusiveStartKey,
      }),
    );
    for (const item of page.Items) add(listedOf({ business: { item } }));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  const { totalCount, rows } = found();
  return { totalCount, accounts: rows.map(foundReply) };
});
