/** How the stack of a stage and its outputs are called. Commands read them from here, as with the stack comes the whole CDK. */

/** The name of the stack of a stage. */
export const stackName = (stage: string): string =>
  stage === 'prod' ? 'PartnerListingApi' : `PartnerListingApi-${stage}`;

/** The key of the output that holds the id of a usage plan: `UsagePlanTrial` for `trial`. */
export const planOutput = (plan: string): string =>
  `UsagePlan${plan.replace(/(?:^|-+)(.?)/g, (_, letter: string) => letter.toUpperCase())}`;

/** The key of the output that marks a sandbox. */
export const sandboxOutput = 'Sandbox';
