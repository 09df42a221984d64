import { Duration, Fn, Stack, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { DISTRIBUTION_HEADER } from '../definition.ts';

interface FrontProps {
  api: IHttpApi;
  surfaces: ReadonlyMap<string, IHttpApi>;
  /** Header value by which functions recognize requests through the distribution. */
  viaDistribution: string;
}

/** Error statuses that CloudFront would otherwise cache for all clients for ten seconds. */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** One host in front of all APIs for an environment without a domain. It caches nothing and forwards everything. */
export class Front extends Construct {
  readonly domainName: string;

  constructor(scope: Construct, id: string, { api, surfaces, viaDistribution }: FrontProps) {
    super(scope, id);
    const behaviorOf = ({ apiEndpoint }: IHttpApi): cloudfront.BehaviorOptions => ({
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', apiEndpoint)), {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        customHeaders: { [DISTRIBUTION_HEADER]: viaDistribution },
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // API Gateway selects an API by its own host name.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
    });
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Host of ${Stack.of(this).stackName} without a domain`,
      defaultBehavior: behaviorOf(api),
      additionalBehaviors: Object.fromEntries(
        [...surfaces].flatMap(([surface, each]) => {
          const behavior = behaviorOf(each);
          // `/pay*` would match `/payments` as well.
          return [
            [`/${surface}`, behavior],
            [`/${surface}/*`, behavior],
          ];
        }),
      ),
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
    });
    this.domainName = distribution.distributionDomainName;
    acknowledgeRules(distribution);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  'AwsSolutions-CFR1': 'Buyers and partners may be in any country.',
  'AwsSolutions-CFR2': 'The functions limit requests by IP address and by key, with or without a domain.',
  'AwsSolutions-CFR3':
    'The access log of the APIs has every request; a second one would hold paths, which contain links.',
  'AwsSolutions-CFR4':
    'Without a domain, CloudFront uses its own certificate, whose TLS protocols cannot be configured.',
};

const acknowledgeRules = (distribution: cloudfront.Distribution): void => {
  for (const [id, reason] of Object.entries(REASONS)) Validations.of(distribution).acknowledge({ id, reason });
};
