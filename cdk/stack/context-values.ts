/** How a value of the context is read and refused; `context.ts` says what each key means. */

const known = [
  'stage',
  'retain',
  'usagePlans',
  'stageRateLimit',
  'stageBurstLimit',
  'tableMaxReadUnits',
  'tableMaxWriteUnits',
  'recoveryDays',
  'logRetentionDays',
  'accessLogs',
  'executionLogs',
  'waf',
  'wafRateLimit',
  'alarmEmail',
  'domainName',
  'certificateArn',
  'hostedZoneId',
  'hostedZoneName',
] as const;

export type Key = (typeof known)[number];

/** @throws Error that says which key is wrong, and what it should be */
export const refuse = (key: Key, wanted: string, value: unknown): never => {
  throw new Error(`context.${key} must be ${wanted}, not ${JSON.stringify(value)}`);
};

/** `cdk.json` gives numbers and booleans, the command line gives their text. */
export const createReaders = (context: Readonly<Record<string, unknown>>) => ({
  boolean(key: Key, fallback: boolean): boolean {
    const value = context[key] ?? fallback;
    if (value === true || value === 'true') return true;
    return value === false || value === 'false' ? false : refuse(key, 'true or false', value);
  },
  whole(key: Key, fallback: number, [least, most]: readonly [number, number]): number {
    const value = context[key] ?? fallback;
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    const fits = Number.isSafeInteger(number) && (number as number) >= least && (number as number) <= most;
    return fits ? (number as number) : refuse(key, `a whole number from ${least} to ${most}`, value);
  },
  text(key: Key, pattern: RegExp, wanted: string): string | undefined {
    const value = context[key];
    if (value === undefined) return undefined;
    return typeof value === 'string' && pattern.test(value) ? value : refuse(key, wanted, value);
  },
});

export type Readers = ReturnType<typeof createReaders>;

/** A misspelt key would silently mean its default. Keys of the CDK and its tools have a colon, a slash or an at sign in them. */
export const refuseUnknown = (context: Readonly<Record<string, unknown>>): void => {
  const unknown = Object.keys(context).find((key) => /^\w+$/.test(key) && !(known as readonly string[]).includes(key));
  if (unknown !== undefined) throw new Error(`context.${unknown} is none of the known keys: ${known.join(', ')}`);
};
