/** The CDK app, started by `cdk synth` and `cdk deploy` (see `cdk.json`), or by hand. */
import { synthesize } from './assembly.ts';

await synthesize();
