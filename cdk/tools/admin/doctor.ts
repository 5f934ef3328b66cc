/** `doctor`: looks at everything that a working service needs, says what is wrong and how to correct it. */
import type { Io } from '../io.ts';
import type { Check } from './doctor-check.ts';
import { deployedChecks } from './doctor-deployed.ts';
import { localChecks } from './doctor-local.ts';
import { explain } from './explain.ts';
import type { TargetOptions } from './target.ts';

export interface DoctorOptions extends TargetOptions {
  /** The API to send a request to; the stack's own without it. */
  readonly url?: string | undefined;
  readonly json?: boolean | undefined;
}

const judge = async ({ name, run }: Check) => {
  try {
    const { found, remedy } = await run();
    return { check: name, ok: remedy === undefined, found, ...(remedy !== undefined && { remedy }) };
  } catch (error) {
    return { check: name, ok: false, found: 'failed', remedy: explain(error) };
  }
};

/** Answers whether all is well. Each check is made, whatever the ones before it found. */
export const doctor = async (io: Io, options: DoctorOptions): Promise<boolean> => {
  const checks = options.endpoint ? localChecks(options.endpoint, options) : deployedChecks(options);
  const findings = [];
  for await (const check of checks) {
    const finding = await judge(check);
    findings.push(finding);
    if (options.json) continue;
    io.out(`${finding.ok ? 'ok  ' : 'FAIL'}  ${finding.check}: ${finding.found}`);
    if (finding.remedy) io.out(`      ${finding.remedy}`);
  }
  const failed = findings.filter(({ ok }) => !ok).length;
  if (options.json) io.out(JSON.stringify(findings, null, 2));
  else io.out(failed === 0 ? 'All is well.' : `${failed} of ${findings.length} checks failed.`);
  return failed === 0;
};
