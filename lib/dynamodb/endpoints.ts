/** Where DynamoDB and API Gateway are: their hosts in each partition of AWS, as the rules of the AWS SDKs have it. Pure. */

/** The regions of a partition, the domain of its hosts, and that of the hosts that speak IPv6 too. */
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
  /** Only hosts whose cryptography is validated by FIPS 140. */
  readonly fips: boolean;
  /** Hosts with IPv6 addresses beside the others. */
  readonly dualStack: boolean;
}

/** The domain of the hosts of a region: `amazonaws.com`. */
export const domainOf = (region: string): string =>
  (PARTITIONS.find(([regions]) => regions.test(region)) ?? COMMERCIAL)[1];

/**
 * @param region - `eu-west-1`; one that is not known counts as one of the commercial partition
 * @throws Error for what is no region: the text is part of a host name that gets signed requests
 */
export const endpointOf = (
  region: string,
  { fips, dualStack }: EndpointChoice,
  service: 'dynamodb' | 'apigateway' = 'dynamodb',
): string => {
  if (!/^[a-z0-9-]{1,63}$/.test(region)) throw new Error(`AWS_REGION is no region: ${region}`);
  const [, plain, both] = PARTITIONS.find(([regions]) => regions.test(region)) ?? COMMERCIAL;
  // In the government's regions every host of DynamoDB is a validated one, and only the dual-stack ones are called so.
  const isNamed = fips && (dualStack || service === 'apigateway' || !region.startsWith('us-gov-'));
  return `https://${service}${isNamed ? '-fips' : ''}.${region}.${dualStack ? both : plain}`;
};
