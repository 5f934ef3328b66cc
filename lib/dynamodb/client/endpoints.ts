/** The hosts of DynamoDB and API Gateway in each AWS partition, by the endpoint rules of the AWS SDKs. Pure. */

/** The regions of a partition, its domain, and its domain for dual-stack hosts. */
const PARTITIONS: readonly (readonly [RegExp, string, string])[] = [
  [/^cn-/, 'amazonaws.com.cn', 'api.amazonwebservices.com.cn'],
  [/^eusc-/, 'amazonaws.eu', 'api.amazonwebservices.eu'],
  [/^us-iso-/, 'c2s.ic.gov', 'api.aws.ic.gov'],
  [/^us-isob-/, 'sc2s.sgov.gov', 'api.aws.scloud'],
  [/^eu-isoe-/, 'cloud.adc-e.uk', 'api.cloud-aws.adc-e.uk'],
  [/^us-isof-/, 'csp.hci.ic.gov', 'api.aws.hci.ic.gov'],
];
const COMMERCIAL = [/./, 'amazonaws.com', 'api.aws'] as const;

export interface EndpointChoice {
  /** Use only hosts whose cryptography is validated by FIPS 140. */
  readonly fips: boolean;
  /** Use hosts with both IPv6 and IPv4 addresses. */
  readonly dualStack: boolean;
}

/** The domain of a region's hosts: `amazonaws.com`. */
export const domainOf = (region: string): string =>
  (PARTITIONS.find(([regions]) => regions.test(region)) ?? COMMERCIAL)[1];

/**
 * The endpoint of a service in a region.
 *
 * @param region - `eu-west-1`; an unknown one counts as part of the commercial partition
 * @throws Error if the text is not a region name, as it becomes part of a host name that receives signed requests
 */
export const endpointOf = (
  region: string,
  { fips, dualStack }: EndpointChoice,
  service: 'dynamodb' | 'apigateway' = 'dynamodb',
): string => {
  if (!/^[a-z0-9-]{1,63}$/.test(region)) throw new Error(`AWS_REGION is no region: ${region}`);
  const [, plain, both] = PARTITIONS.find(([regions]) => regions.test(region)) ?? COMMERCIAL;
  // In the GovCloud regions every DynamoDB host is FIPS-validated, and only the dual-stack ones have it in their name.
  const isNamed = fips && (dualStack || service === 'apigateway' || !region.startsWith('us-gov-'));
  return `https://${service}${isNamed ? '-fips' : ''}.${region}.${dualStack ? both : plain}`;
};
