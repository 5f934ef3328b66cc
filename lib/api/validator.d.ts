/** The compiled request schema of an operation; made by `cdk/build/validators.ts`. */
declare module 'validator:*' {
  const validate: import('./violations.ts').Validate;
  export default validate;
}
