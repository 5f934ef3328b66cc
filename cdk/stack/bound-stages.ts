/** Which account and Region a stage is bound to. Synthesis for any other is refused. */

/** An account and a Region of AWS. */
export interface Place {
  readonly account: string;
  readonly region: string;
}

/** The schema of `stages` in the context. */
export const stagesSchema = (stage: string) =>
  ({
    type: 'object',
    'x-wanted': 'an object of accounts and Regions by stage',
    propertyNames: { type: 'string', pattern: `^${stage}$`, 'x-wanted': `a name that matches ${stage}` },
    additionalProperties: {
      type: 'object',
      'x-wanted': 'an object with account and region',
      required: ['account', 'region'],
      additionalProperties: false,
      properties: {
        account: { type: 'string', pattern: '^[0-9]{12}$', 'x-wanted': 'the twelve digits of an account, as text' },
        region: { type: 'string', pattern: '^[a-z]{2}(?:-[a-z]+)+-[0-9]$', 'x-wanted': 'a Region, such as eu-west-1' },
      },
    },
  }) as const;

/**
 * Refuses a stage that is bound to another place than this one.
 *
 * @param here - where the CLI would deploy; unknown parts are not compared
 * @throws Error that names both places
 */
export const refuseElsewhere = (stage: string, bound: Place | undefined, here: Partial<Place>): void => {
  if (!bound) return;
  const { account = bound.account, region = bound.region } = here;
  if (account === bound.account && region === bound.region) return;
  throw new Error(
    `The stage ${stage} is bound to account ${bound.account} in ${bound.region} (stages in cdk.json), not to account ${account} in ${region}. Sign in there, or change stages.`,
  );
};
