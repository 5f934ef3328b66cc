/** A partner that is offboarded from a deployed stage: what meters it in API Gateway goes too, and no one else's. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issueKey } from '../../../tools/admin/keys-issue.ts';
import { offboardPartner } from '../../../tools/admin/partner-offboard.ts';
import { openTarget } from '../../../tools/admin/target.ts';
import { deploy } from './deployed.ts';
import { recordingIo } from './recording-io.ts';

test('deletes the metering keys of the partner, and those alone', async () => {
  const deployed = await deploy();
  const target = await openTarget({ stage: 'prod' });
  const directory = await mkdtemp(join(tmpdir(), 'offboard-'));
  try {
    for (const partner of ['acme', 'acme-2'])
      for (const plan of ['trial', 'standard'])
        await issueKey(target, recordingIo(), { partner, partnerName: 'Some', plan });
    const names = () => [...deployed.aws.keys.values()].map(({ name }) => name).sort();
    expect(names()).toHaveLength(4);
    const io = recordingIo();
    const options = { partner: 'acme', out: join(directory, 'acme.jsonl'), wait: 0, lag: 0 };
    await offboardPartner(target, io, options);
    expect(io.text()).toContain('Removed 2 metering keys.');
    expect(names()).toEqual(['PartnerListingApi_acme-2_standard', 'PartnerListingApi_acme-2_trial']);
  } finally {
    target.close();
    await deployed.close();
    await rm(directory, { recursive: true });
  }
});
