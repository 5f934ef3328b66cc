/** A stage as if it were deployed: a stack at the fake AWS, its plans, and a table of its own on the engine. */
import { inject } from 'vitest';
import type { OpenTable } from '../../../tools/open-table.ts';
import { createTestTable } from '../../support/store.ts';
import { type FakeAws, startFakeAws } from './fake-aws.ts';

export interface Deployed {
  readonly aws: FakeAws;
  /** The stage's table, straight on the engine. */
  readonly table: OpenTable;
  close(): Promise<void>;
}

/** Leads the SDK of this test file to a fake AWS with the stack `PartnerListingApi`. */
export const deploy = async (): Promise<Deployed> => {
  const table = await createTestTable();
  delete process.env.DYNAMODB_ENDPOINT;
  const aws = await startFakeAws(inject('endpoint'));
  Object.assign(process.env, aws.environment);
  aws.stacks.set('PartnerListingApi', {
    status: 'UPDATE_COMPLETE',
    outputs: {
      Url: 'http://127.0.0.1:9/prod/',
      TableName: table.name,
      UsagePlanTrial: 'plan-trial',
      UsagePlanStandard: 'plan-standard',
      UsagePlanEnterprise: 'plan-enterprise',
    },
  });
  for (const plan of ['trial', 'standard', 'enterprise'])
    aws.plans.set(`plan-${plan}`, { stages: ['prod'], keys: new Set() });
  return {
    aws,
    table,
    async close() {
      await aws.close();
      table.client.destroy();
    },
  };
};
