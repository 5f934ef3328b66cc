/** Traces each call of the functions to other services by a layer (docs/watching.md: traces). */
import { Code, Function as LambdaFunction, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { TRACES_FILE } from '../build/traces.ts';
import { nodeOptions } from './endpoint-function.ts';

/** Adds the layer to all functions of its scope, which are there already. */
export class TracedCalls extends Construct {
  constructor(scope: Construct, id: string, { bundle }: { readonly bundle: string }) {
    super(scope, id);
    const layer = new LayerVersion(this, 'Layer', {
      description: 'Subsegments for calls to AWS',
      code: Code.fromAsset(bundle),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    });
    for (const each of scope.node.findAll()) {
      if (!(each instanceof LambdaFunction)) continue;
      each.addLayers(layer);
      each.addEnvironment('NODE_OPTIONS', `${nodeOptions} --import=/opt/${TRACES_FILE}`);
      // A call outside an invocation has no trace, which is no fault.
      each.addEnvironment('AWS_XRAY_CONTEXT_MISSING', 'IGNORE_ERROR');
    }
  }
}
