/** POST /v1/sandbox/reset: removes what the partner has, and loads its demo data anew. Deployed with a sandbox alone. */
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

export const handler = endpoint(contract, async ({ store: { claim, ...store }, validateOnly }) => {
  if (validateOnly) return unplaced();
  // What is deleted is no write of its own: the key is taken with what is loaded.
  const remove: Remove = async (number) => {
    try {
      // Whatever its status, and whether it is there.
      await deleteRecord(store, number, { validateOnly: false, judge: () => {}, refuseChildren });
      return 'gone';
    } catch (error) {
      if (error instanceof HasChildren) return 'has children';
      throw error;
    }
  };
  return resetSandbox({ ...store, claim }, remove);
});
