/**
 * The CDK app, started by `cdk synth` and `cdk deploy` (see `cdk.json`), or by hand. It runs cdk-nag, which `npm start`
 * and most tests leave out. An acknowledgement of a finding, with its reason, is next to the resource that it concerns.
 */
import { AwsSolutionsChecks } from 'cdk-nag';
import { synthesize } from './assembly.ts';

await synthesize({ checks: (app) => [new AwsSolutionsChecks(app)] });
