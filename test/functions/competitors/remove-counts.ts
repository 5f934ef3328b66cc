/** Leaves an account as an earlier release has it: without counts of its competitors. */
import { countsKey } from '../../../lib/competitors/repository/register.ts';
import { serviceTable } from '../../../lib/dynamodb/client/environment.ts';

export const removeCounts = async (accountNumber: number): Promise<void> => {
  await serviceTable().remove({ Key: countsKey({ partnerId: 'ours', accountNumber }) });
};
