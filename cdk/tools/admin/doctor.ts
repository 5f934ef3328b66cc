/** `doctor`: looks at everything that a working service needs, says what is wrong and how to correct it. */
import type { Io } from '../io.ts';
import { runChecks } from './doctor-check.ts';
import { deployedChecks } from './doctor-deployed.ts';
import { localChecks } from './doctor-local.ts';
import type { TargetOptions } from './target.ts';

export interface DoctorOptions extends TargetOptions {
  /** The API to send a request to; the stack's own without it. */
  readonly url?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Answers whether all is well. Each check is made, whatever the ones before it found. */
export const doctor = async (io: Io, options: DoctorOptions): Promise<boolean> => {
  const checks = options.endpoint ? localChecks(options.endpoint, options) : deployedChecks(options);
  const findings = await runChecks(io, checks, options);
  const failed = findings.filter(({ ok }) => !ok).length;
  if (!options.json) io.out(failed === 0 ? 'All is well.' : `${failed} of ${findings.length} checks failed.`);
  return failed === 0;
};
