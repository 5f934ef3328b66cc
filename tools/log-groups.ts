/** The names of the logs of the service on this machine; on AWS the stack's outputs name them. */
export const localGroups = { access: 'access', operations: 'operations', authorizer: 'authorizer' } as const;
