/** The compiled request schema of an operation; made by `cdk/build/validators.ts`. */
declare module 'validator:*' {
  const validate: import('./violations.ts').Validate;
  export default validate;
}

/** The same, finding every violation instead of the first. */
declare module 'validator-all:*' {
  const validate: import('./violations.ts').Validate;
  export default validate;
}
