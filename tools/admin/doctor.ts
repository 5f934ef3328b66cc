/** `doctor`: checks everything that a working service needs, and says what is wrong and how to fix it. */
import type { Io } from '../io.ts';
import { requireBound } from './bound-stage.ts';
import { runChecks } from './doctor-check.ts';
import { deployedChecks } from './doctor-deployed.ts';
import { localChecks } from './doctor-local.ts';
import type { TargetOptions } from './target.ts';

export interface DoctorOptions extends TargetOptions {
  /** The API to which a request is sent; by default the stack's own. */
  readonly url?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Returns whether all is well. Runs every check, whatever the earlier ones found. */
export const doctor = async (io: Io, options: DoctorOptions): Promise<boolean> => {
  if (!options.endpoint) await requireBound(options.stage);
  const checks = options.endpoint ? localChecks(options.endpoint, options) : deployedChecks(options);
  const findings = await runChecks(io, checks, options);
  const failed = findings.filter(({ ok }) => !ok).length;
  if (!options.json) io.out(failed === 0 ? 'All is well.' : `${failed} of ${findings.length} checks failed.`);
  return failed === 0;
};
