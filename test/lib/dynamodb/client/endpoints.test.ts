/** Hosts of DynamoDB and API Gateway against the rules of the SDK. */
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../../lib/dynamodb/client/endpoints.ts';

const REGIONS = `af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2
  ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-7 ca-central-1 ca-west-1
  eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1
  me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1
  us-gov-west-1 eusc-de-east-1 us-iso-east-1 us-iso-west-1 us-isob-east-1 eu-isoe-west-1 us-isof-south-1 us-isof-east-1
  ap-nowhere-9`.split(/\s+/);

/** What the SDK's own rule set gives. */
const hostOfSdk = (
  region: string,
  fips: boolean,
  dualStack: boolean,
  Client: typeof DynamoDBClient | typeof APIGatewayClient = DynamoDBClient,
): string => {
  const client = new Client({ region });
  const { url } = client.config.endpointProvider({ Region: region, UseFIPS: fips, UseDualStack: dualStack });
  return url.href;
};

describe('The endpoint', () => {
  for (const fips of [false, true]) {
    for (const dualStack of [false, true]) {
      it(`is the SDK's in every partition, FIPS ${fips}, dual stack ${dualStack}`, () => {
        const ours = REGIONS.map((region) => `${endpointOf(region, { fips, dualStack })}/`);
        expect(ours).toEqual(REGIONS.map((region) => hostOfSdk(region, fips, dualStack)));
      });
    }
  }

  it('of API Gateway is the SDK’s in every partition too', () => {
    for (const fips of [false, true])
      for (const dualStack of [false, true]) {
        const ours = REGIONS.map((region) => `${endpointOf(region, { fips, dualStack }, 'apigateway')}/`);
        expect(ours).toEqual(REGIONS.map((region) => hostOfSdk(region, fips, dualStack, APIGatewayClient)));
      }
  });

  it('is of a region, and of nothing that would lead to another host', () => {
    for (const region of ['', 'evil.example/', 'a.b', 'x@evil', 'EU-WEST-1', 'eu-west-1?']) {
      expect(() => endpointOf(region, { fips: false, dualStack: false })).toThrow('AWS_REGION');
    }
  });
});
