/** What `doctor` and `preflight` look at, one by one, and how they say it. */
import type { Io } from '../io.ts';
import { explain } from './explain.ts';

/** What a check found; `remedy` where something is wrong. */
export interface Finding {
  readonly found: string;
  /** What to do, with the command that does it. */
  readonly remedy?: string | undefined;
  /** The remedy can wait: what is looked at works without it. */
  readonly isWarning?: boolean | undefined;
}

export interface Check {
  readonly name: string;
  /** A failure that it throws is a finding too. */
  run(): Promise<Finding>;
}

/** A finding as `--json` prints it. */
export interface Judged {
  readonly check: string;
  /** Not where a remedy is due; a warning is well enough. */
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
}

const judge = async ({ name, run }: Check): Promise<Judged & { readonly isWarning: boolean }> => {
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
 * Makes each check, whatever the ones before it found, and says what it found: a line for each, and the remedy below it.
 *
 * @param options.json - the findings as one array in place of lines
 * @returns the findings
 */
export const runChecks = async (
  io: Io,
  checks: AsyncIterable<Check> | Iterable<Check>,
  { json = false }: { readonly json?: boolean | undefined },
): Promise<readonly Judged[]> => {
  const findings: Judged[] = [];
  for await (const check of checks) {
    const { isWarning, ...finding } = await judge(check);
    findings.push(finding);
    if (json) continue;
    const mark = isWarning ? 'WARN' : finding.ok ? 'ok  ' : 'FAIL';
    io.out(`${mark}  ${finding.check}: ${finding.found}`);
    if (finding.remedy) io.out(`      ${finding.remedy}`);
  }
  if (json) io.out(JSON.stringify(findings, null, 2));
  return findings;
};
