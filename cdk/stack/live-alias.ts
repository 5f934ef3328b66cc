/** The alias `live` of a function, which requests call. It points to one version of the function (docs/pipeline.md). */
import { Alias, type IVersion } from 'aws-cdk-lib/aws-lambda';
import type { EndpointFunction } from './endpoint-function.ts';

/** The name of the alias of every function that requests call. */
export const LIVE = 'live';

/**
 * Makes a version of the function as the template defines it, and the alias for it: two resources. A version never
 * changes. So code and settings, which Lambda updates one after the other, go live together, and traffic can shift from
 * one version to the next. A deploy makes a version only if the template changes the function's code or settings.
 */
export const liveAlias = (endpoint: EndpointFunction): Alias =>
  new Alias(endpoint, 'Live', { aliasName: LIVE, version: endpoint.function.currentVersion as IVersion });
