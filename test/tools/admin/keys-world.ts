/** Keys on an engine of this machine, each of a partner of its own, so that tests do not see each other's keys. */
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { findApiKey, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { issueKey } from '../../../tools/admin/keys-issue.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export let target: Target;
export let io: RecordingIo;

/** Opens a table with the tests' world for a test file, and a recording terminal for each of its tests. */
export const useKeys = (): void => {
  beforeAll(async () => {
    const table = await createTestTable();
    await load(table, world);
    target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
    table.client.destroy();
  });
  afterAll(() => target.close());
  beforeEach(() => {
    io = recordingIo();
  });
};

export const stored = (secret: string) => findApiKey(target.table, keyHash(secret));

let partners = 0;
export const newPartner = () => `partner-${++partners}`;

export const issue = (options: Partial<Parameters<typeof issueKey>[2]> = {}) =>
  issueKey(target, io, { partner: newPartner(), partnerName: 'Some partner', plan: 'standard', ...options });
