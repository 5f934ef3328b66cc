/** Describes errors for logs. */

/** The JSON parser quotes the invalid text, which may be personal data. */
const messageOf = (error: Error): string => (error instanceof SyntaxError ? 'the text is not JSON' : error.message);

/** The stack frames, without the message at the start of a stack. */
const framesOf = ({ stack = '' }: Error): string => stack.slice(stack.search(/^ +at /m));

/** The chain of causes for a log; never the request, which holds a partner's data. */
export const describe = (error: unknown): unknown =>
  error instanceof Error
    ? {
        name: error.name,
        message: messageOf(error),
        stack: framesOf(error),
        cause: error.cause && describe(error.cause),
      }
    : String(error);
