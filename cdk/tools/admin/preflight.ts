/** `preflight`: whether a deploy would succeed, as far as it can be seen beforehand; most of all the first one. */
import type { Io } from '../io.ts';
import { credentialsCheck } from './credentials-check.ts';
import { type Check, runChecks } from './doctor-check.ts';
import { accountChecks } from './preflight-account.ts';
import { type Clients, openClients } from './preflight-clients.ts';
import { quotaChecks } from './preflight-quotas.ts';
import { stackChecks } from './preflight-stack.ts';
import { stageSettings } from './stage-settings.ts';

export interface PreflightOptions {
  readonly stage: string;
  /** What `-c` says of the deploy, by key. */
  readonly context?: Readonly<Record<string, string>> | undefined;
  readonly json?: boolean | undefined;
}

const checks = async function* (clients: Clients, context: Readonly<Record<string, string>>): AsyncGenerator<Check> {
  yield credentialsCheck;
  // Without settings nothing that follows could be judged: a key that is wrong ends the command, in its own words.
  const settings = await stageSettings(context);
  yield* stackChecks(clients, settings);
  yield* accountChecks(clients, settings);
  yield* quotaChecks(clients, settings);
};

/** Answers whether nothing stands in the way of a deploy. Asks AWS, changes nothing, and needs no stack. */
export const preflight = async (io: Io, { stage, context = {}, json }: PreflightOptions): Promise<boolean> => {
  const clients = openClients();
  try {
    const findings = await runChecks(io, checks(clients, { ...context, stage }), { json });
    const failed = findings.filter(({ ok }) => !ok).length;
    const given = Object.entries(context).map(([key, value]) => ` -c ${key}=${value}`);
    const next = `npx cdk deploy -c stage=${stage}${given.join('')}`;
    if (!json) io.out(failed === 0 ? `Ready: ${next}` : `${failed} of ${findings.length} checks failed.`);
    return failed === 0;
  } finally {
    for (const client of Object.values(clients)) client.destroy();
  }
};
