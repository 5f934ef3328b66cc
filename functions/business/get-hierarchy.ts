/** GET /v1/business/{businessId}/hierarchy: the locations of an account, arranged by its levels. */
import { getHierarchy, MOST_NODES, tooManyNodes } from '../../lib/business/contracts/get-hierarchy.ts';
import { nodeReply, treeReply } from '../../lib/business/listed-reply.ts';
import { directory, listedOf } from '../../lib/business/repository/directory.ts';
import { nodesIn, treeOf } from '../../lib/business/rules/hierarchy.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(getHierarchy, async ({ store, path: { businessId }, query }) => {
  const { find, above, childrenIn } = directory(store);
  const named = await find(businessId);
  if (!named) throw new ApiError(laterErrors.businessNotFound);
  const parents = await above(named);
  const asNode = { parents: parents.map((account) => nodeReply(listedOf({ account }))) };
  if (!('account' in named)) return nodeReply(listedOf(named), asNode);
  // With the account itself, MOST_NODES children exceed the limit.
  const rows = await childrenIn(businessId, { start: 0, end: MOST_NODES });
  const tree = treeOf(named.account.hierarchyLevels ?? [], rows);
  if (1 + parents.length + nodesIn(tree) > MOST_NODES) throw new ApiError(tooManyNodes);
  const child = treeReply(tree, query.depth ?? Number.POSITIVE_INFINITY);
  return nodeReply(listedOf(named), { ...asNode, child });
});
