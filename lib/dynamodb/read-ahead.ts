/** Pages of which the next is under way while one is worked on. */

/** The same pages. One that was asked for ahead, and is not wanted any more, ends with its request. */
export const readAhead = async function* <Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  const ask = () => {
    const asked = pages.next();
    // It is looked at when its turn comes; until then its failure is nobody's.
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
