/** What `doctor` looks at, one by one. */

/** What a check found; `mend` where something is wrong. */
export interface Finding {
  readonly found: string;
  readonly mend?: string | undefined;
}

export interface Check {
  readonly name: string;
  /** A failure that it throws is a finding too. */
  run(): Promise<Finding>;
}
