/** Loads the next page while the current one is processed. */

/** Yields the same pages. A page that was loaded ahead and is no longer wanted ends with its request. */
export const readAhead = async function* <Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  const ask = () => {
    const asked = pages.next();
    // Its error is thrown when the page is awaited; until then it must not be an unhandled rejection.
    asked.catch(() => undefined);
    return asked;
  };
  for (let next = ask(); ; ) {
    const { done, value } = await next;
    if (done) return;
    next = ask();
    yield value;
  }
};
