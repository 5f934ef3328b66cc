/**
 * What happens to a resource when its stack is deleted. This is the one place that decides it for all data and logs,
 * but for logs of a fixed name, which always go with what writes them.
 */
import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * Retained resources outlive the stack, but a first deploy that fails removes what it has made. It is still empty, and
 * each further try would leave another empty table and another hundred log groups behind.
 *
 * @param retain - whether it outlives its stack (docs/operators.md, `retain`)
 */
export const removalOf = (retain: boolean): RemovalPolicy =>
  retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
