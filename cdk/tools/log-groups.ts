/** What the logs of the service on this machine are called; on AWS the stack's outputs name them. */
export const localGroups = { access: 'access', operations: 'operations', authorizer: 'authorizer' } as const;
