/** Errors as logs hold them. */

/** The JSON parser quotes what it could not read, which may be anyone's data. */
const messageOf = (error: Error): string => (error instanceof SyntaxError ? 'the text is not JSON' : error.message);

/** The lines below the message, which a stack begins with. */
const framesOf = ({ stack = '' }: Error): string => stack.slice(stack.search(/^ +at /m));

/** The chain of causes as a log needs it; never the request, which holds a partner's data. */
export const describe = (error: unknown): unknown =>
  error instanceof Error
    ? {
        name: error.name,
        message: messageOf(error),
        stack: framesOf(error),
        cause: error.cause && describe(error.cause),
      }
    : String(error);
