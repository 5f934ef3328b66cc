/**
 * The names of a stage's stack and of its outputs. Commands import them from here, as the stack's module would load the
 * complete CDK.
 */

/** The name of the stack of a stage. */
export const stackName = (stage: string): string =>
  stage === 'prod' ? 'PartnerListingApi' : `PartnerListingApi-${stage}`;

/** The key of the output that holds the id of a usage plan: `UsagePlanTrial` for `trial`. */
export const planOutput = (plan: string): string =>
  `UsagePlan${plan.replace(/(?:^|-+)(.?)/g, (_, letter: string) => letter.toUpperCase())}`;

/** The key of the output that marks a sandbox. */
export const sandboxOutput = 'Sandbox';
