/** A custom domain in front of the stage, made where the context names one. */
import { CfnBasePathMapping, DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from './context.ts';

interface DomainProps extends DomainSettings {
  readonly api: RestApi;
}

/** The domain, its mapping to the stage, and its DNS record if the zone is named. Looks nothing up in the account. */
export class Domain extends Construct {
  readonly url: string;
  /** The target for the domain's DNS record. */
  readonly target: string;

  constructor(scope: Construct, id: string, { api, domainName, certificateArn, hostedZone }: DomainProps) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      // The minimum version: regional domains support TLS 1.3 under this policy too.
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    // The domain's root maps to the stage, so the stage's name is not in the URL.
    new CfnBasePathMapping(this, 'Mapping', {
      domainName: domain.domainName,
      restApiId: api.restApiId,
      stage: api.deploymentStage.stageName,
    });
    this.url = `https://${domainName}/`;
    this.target = domain.domainNameAliasDomainName;
    if (hostedZone)
      new ARecord(this, 'Record', {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone),
        recordName: `${domainName}.`,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
      });
  }
}
