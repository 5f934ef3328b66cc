/** `preflight`: checks whether a deploy, above all the first one, would succeed, as far as that is known beforehand. */
import type { Io } from '../io.ts';
import { requireBound } from './bound-stage.ts';
import { credentialsCheck } from './credentials-check.ts';
import { type Check, runChecks } from './doctor-check.ts';
import { accountChecks } from './preflight-account.ts';
import { type Clients, openClients } from './preflight-clients.ts';
import { quotaChecks } from './preflight-quotas.ts';
import { stackChecks } from './preflight-stack.ts';
import { stageSettings } from './stage-settings.ts';

export interface PreflightOptions {
  readonly stage: string;
  /** The context of the deploy from `-c`, by key. */
  readonly context?: Readonly<Record<string, string>> | undefined;
  readonly json?: boolean | undefined;
}

const checks = async function* (clients: Clients, context: Readonly<Record<string, string>>): AsyncGenerator<Check> {
  yield credentialsCheck;
  // All following checks need the settings, so a wrong key ends the command with its error.
  const settings = await stageSettings(context);
  yield* stackChecks(clients, settings);
  yield* accountChecks(clients, settings);
  yield* quotaChecks(clients, settings);
};

/** Returns whether a deploy would succeed. It only reads from AWS, and needs no stack. */
export const preflight = async (io: Io, { stage, context = {}, json }: PreflightOptions): Promise<boolean> => {
  await requireBound(stage);
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
