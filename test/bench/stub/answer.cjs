/** DynamoDB as far as the workload needs it: items by key, and an update that finds what it would write there already. */
'use strict';

/** @param items - in DynamoDB's JSON */
exports.createStub = (items) => {
  const stored = new Map(items.map((item) => [`${item.pk.S} ${item.sk.S}`, item]));
  const at = (key) => stored.get(`${key.pk.S} ${key.sk.S}`);
  const answers = {
    GetItem: ({ Key }) => ({ Item: at(Key) }),
    BatchGetItem: ({ RequestItems }) => ({
      Responses: Object.fromEntries(
        Object.entries(RequestItems).map(([table, { Keys }]) => [table, Keys.map(at).filter((item) => item)]),
      ),
      UnprocessedKeys: {},
    }),
    UpdateItem({ Key }) {
      const item = at(Key);
      if (item) return { Attributes: item };
      return {
        __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
        message: 'The conditional request failed',
      };
    },
  };
  /** What an answer hangs on; no two updates are the same text, as each may carry a mark of its own. */
  const questionOf = (operation, text) => {
    if (operation !== 'UpdateItem') return text;
    const key = text.indexOf('"Key":');
    return text.slice(key, text.indexOf('}}', key));
  };
  const known = new Map();
  /** Remembers what it was asked, so that its own work does not show. */
  return (operation, text) => {
    const question = `${operation} ${questionOf(operation, text)}`;
    let answer = known.get(question);
    if (!answer) {
      const body = answers[operation](JSON.parse(text));
      answer = { status: body.__type ? 400 : 200, body: Buffer.from(JSON.stringify(body)) };
      known.set(question, answer);
    }
    return answer;
  };
};
