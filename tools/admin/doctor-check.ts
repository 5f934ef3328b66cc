/** Runs the checks of `doctor` and `preflight` one by one, and prints their findings. */
import type { Io } from '../io.ts';
import { explain } from './explain.ts';

/** The finding of a check; `remedy` if something is wrong. */
export interface Finding {
  readonly found: string;
  /** How to fix it, with the command for it. */
  readonly remedy?: string | undefined;
  /** The fix can wait: everything works without it. */
  readonly isWarning?: boolean | undefined;
}

export interface Check {
  readonly name: string;
  /** If it throws, the failure is a finding too. */
  run(): Promise<Finding>;
}

/** A finding as `--json` prints it. */
export interface CheckResult {
  readonly check: string;
  /** False if there is something to fix; true for a warning. */
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
}

const runCheck = async ({ name, run }: Check): Promise<CheckResult & { readonly isWarning: boolean }> => {
  try {
    const { found, remedy, isWarning: canWait = false } = await run();
    const isWarning = remedy !== undefined && canWait;
    const ok = remedy === undefined || canWait;
    return { check: name, ok, isWarning, found, ...(remedy !== undefined && { remedy }) };
  } catch (error) {
    return { check: name, ok: false, isWarning: false, found: 'failed', remedy: explain(error) };
  }
};

/**
 * Runs every check, whatever the earlier ones found, and prints a line for each finding, followed by its remedy.
 *
 * @param options.json - prints the findings as one array instead of lines
 * @returns the findings
 */
export const runChecks = async (
  io: Io,
  checks: AsyncIterable<Check> | Iterable<Check>,
  { json = false }: { readonly json?: boolean | undefined },
): Promise<readonly CheckResult[]> => {
  const findings: CheckResult[] = [];
  for await (const check of checks) {
    const { isWarning, ...finding } = await runCheck(check);
    findings.push(finding);
    if (json) continue;
    const mark = isWarning ? 'WARN' : finding.ok ? 'ok  ' : 'FAIL';
    io.out(`${mark}  ${finding.check}: ${finding.found}`);
    if (finding.remedy) io.out(`      ${finding.remedy}`);
  }
  if (json) io.out(JSON.stringify(findings));
  return findings;
};
