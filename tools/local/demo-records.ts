/** What examples read and data files can't contain: bulk updates, and requests, of whose links only a digest is stored. */
import { demoJobs } from '../../lib/bulk/contracts/demo.cases.ts';
import { demoRequests } from '../../lib/campaigns/contracts/demo.cases.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Service } from './service.ts';

export const loadDemoRecords = async ({ table }: Pick<Service, 'table'>): Promise<void> => {
  const now = Date.now();
  for (const item of [...demoJobs(now), ...demoRequests(now)]) await table.put({ Item: item as Item });
};
