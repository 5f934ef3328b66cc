/** What requests reach of a function: the alias `live`, which stands for one version of it (docs/pipeline.md). */
import { Alias, type IVersion } from 'aws-cdk-lib/aws-lambda';
import type { EndpointFunction } from './endpoint-function.ts';

/** The name of the alias of every function that requests reach. */
export const LIVE = 'live';

/**
 * Makes a version of what the template says of a function, and the alias that stands for it: two resources. A version never
 * changes: code and settings, which Lambda updates one after the other, go live together, and traffic can be shifted from one
 * version to the next. A deploy makes one only of a function whose code or settings the template changes.
 */
export const liveAlias = (endpoint: EndpointFunction): Alias =>
  new Alias(endpoint, 'Live', { aliasName: LIVE, version: endpoint.function.currentVersion as IVersion });
