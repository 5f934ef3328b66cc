/** POST /v1/sandbox/reset: removes the partner's data, and loads its demo data again. Deployed only with a sandbox. */
import { deleteRecord } from '../../lib/business/delete.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { resetSandbox as contract } from '../../lib/sandbox/contracts/reset-sandbox.ts';
import { unplaced } from '../../lib/sandbox/repository/demo-items.ts';
import { type Remove, resetSandbox } from '../../lib/sandbox/reset.ts';

/** The account has locations or sub-accounts. */
class HasChildren extends Error {
  override readonly name = 'HasChildren';
}

const refuseChildren = (): never => {
  throw new HasChildren('something is below the account');
};

export const handler = endpoint(contract, async ({ store: { idempotency, ...store }, validateOnly }) => {
  if (validateOnly) return unplaced();
  // Deletions don't use the idempotency key: the load does.
  const remove: Remove = async (number) => {
    try {
      // Regardless of its status, and of whether it exists.
      await deleteRecord(store, number, { validateOnly: false, check: () => {}, refuseChildren });
      return 'gone';
    } catch (error) {
      if (error instanceof HasChildren) return 'has children';
      throw error;
    }
  };
  return resetSandbox({ ...store, idempotency }, remove);
});
