/** What becomes of a resource when its stack goes: the one place that decides it for all that holds data or logs. */
import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * Of what is retained nothing is lost with the stack, but a first deploy that fails takes along what it has made: it holds
 * nothing yet, and each further try would leave another empty table and another hundred log groups behind.
 *
 * @param retain - whether it outlives its stack (docs/operators.md, `retain`)
 */
export const removalOf = (retain: boolean): RemovalPolicy =>
  retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
