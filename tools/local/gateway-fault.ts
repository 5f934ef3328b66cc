/** The responses that API Gateway itself gives when it ends a request without a function. */
type FaultDefault = { status: number; errorType: string; message: string | null };

const internal = { errorType: 'InternalServerErrorException', message: 'Internal server error' };
const authorizerFault = { status: 500, errorType: 'AuthorizerConfigurationException', message: null };

/** Status, `x-amzn-ErrorType` and message of each response type that can occur here, before any customising. */
export const faultDefaults = {
  ACCESS_DENIED: {
    status: 403,
    errorType: 'AccessDeniedException',
    message: 'User is not authorized to access this resource',
  },
  AUTHORIZER_CONFIGURATION_ERROR: authorizerFault,
  AUTHORIZER_FAILURE: authorizerFault,
  DEFAULT_4XX: { status: 400, errorType: 'BadRequestException', message: 'Bad Request' },
  DEFAULT_5XX: { status: 500, ...internal },
  INTEGRATION_FAILURE: { status: 502, ...internal },
  INTEGRATION_TIMEOUT: {
    status: 504,
    errorType: 'InternalServerErrorException',
    message: 'Endpoint request timed out',
  },
  INVALID_API_KEY: { status: 403, errorType: 'ForbiddenException', message: 'Forbidden' },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    errorType: 'MissingAuthenticationTokenException',
    message: 'Missing Authentication Token',
  },
  QUOTA_EXCEEDED: { status: 429, errorType: 'LimitExceededException', message: 'Limit Exceeded' },
  REQUEST_TOO_LARGE: {
    status: 413,
    errorType: 'RequestTooLargeException',
    message: 'HTTP content length exceeded 10485760 bytes.',
  },
  THROTTLED: { status: 429, errorType: 'TooManyRequestsException', message: 'Too Many Requests' },
  UNAUTHORIZED: { status: 401, errorType: 'UnauthorizedException', message: 'Unauthorized' },
} satisfies Record<string, FaultDefault>;

export type FaultType = keyof typeof faultDefaults;

/**
 * Thrown to end a request with a gateway response; `authorizer` feeds `$context.authorizer` in its template.
 * `fixed` marks responses that an API can't customise.
 */
export class GatewayFault extends Error {
  readonly type: FaultType;
  readonly status: number;
  readonly text: string | null;
  readonly authorizer: Record<string, string> | undefined;
  readonly fixed: boolean;
  readonly body: string | undefined;

  constructor(
    type: FaultType,
    detail: {
      status?: number;
      message?: string;
      authorizer?: Record<string, string>;
      fixed?: boolean;
      /** In place of the template of its type. */
      body?: string;
      cause?: unknown;
    } = {},
  ) {
    super(type, { cause: detail.cause });
    this.type = type;
    this.status = detail.status ?? faultDefaults[type].status;
    this.text = detail.message ?? faultDefaults[type].message;
    this.authorizer = detail.authorizer;
    this.fixed = detail.fixed ?? false;
    this.body = detail.body;
  }
}
