/**
 * The CDK app, started by `cdk synth` and `cdk deploy` (see `cdk.json`), or by hand. Checked by cdk-nag, which `npm start`
 * and most tests do without: an acknowledgement stands, with its reason, beside what it is about.
 */
import { AwsSolutionsChecks } from 'cdk-nag';
import { synthesize } from './assembly.ts';

await synthesize({ checks: (app) => [new AwsSolutionsChecks(app)] });
