/** Errors of AWS, by name, that say something of the operator's credentials: no retry helps. */
export const EXPIRED: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'RequestExpired',
  'TokenRefreshRequired',
]);
export const INVALID: ReadonlySet<string> = new Set([
  'CredentialsProviderError',
  'UnrecognizedClientException',
  'InvalidClientTokenId',
]);

/** Such an error behind one of the table, for which a request counts the table as unavailable. */
export const credentialFault = (error: unknown): Error | undefined => {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return cause instanceof Error && (EXPIRED.has(cause.name) || INVALID.has(cause.name)) ? cause : undefined;
};
