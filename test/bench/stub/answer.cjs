/**
 * DynamoDB as far as the workload needs it: items by key, rows of an index, and writes that find what they would write there
 * already.
 */
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
    TransactWriteItems: () => ({}),
    Query({ ExpressionAttributeValues, ProjectionExpression, ExpressionAttributeNames }) {
      const [{ S: partition }] = Object.values(ExpressionAttributeValues);
      const rows = items.filter(({ gsi1pk }) => gsi1pk?.S === partition);
      rows.sort((a, b) => (a.gsi1sk.S < b.gsi1sk.S ? -1 : 1));
      const shown = ProjectionExpression?.split(', ').map((name) => ExpressionAttributeNames[name]);
      const Items = shown
        ? rows.map((row) => Object.fromEntries(shown.filter((name) => row[name]).map((name) => [name, row[name]])))
        : rows;
      return { Items, Count: rows.length, ScannedCount: rows.length };
    },
  };
  /** What an answer hangs on; no two updates are the same text, as each may carry a mark of its own. */
  const questionOf = (operation, text) => {
    if (operation === 'TransactWriteItems') return '';
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
