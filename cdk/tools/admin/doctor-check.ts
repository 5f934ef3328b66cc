/** What `doctor` looks at, one by one. */

/** What a check found; `remedy` where something is wrong. */
export interface Finding {
  readonly found: string;
  readonly remedy?: string | undefined;
}

export interface Check {
  readonly name: string;
  /** A failure that it throws is a finding too. */
  run(): Promise<Finding>;
}
