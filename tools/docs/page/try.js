// The forms that send requests. A form is built when it is first opened, from the facts of its page's operations.
import { baseOf, requestOf, send, wayOf } from './send.js';
import { all, withCopy } from './site.js';

const { key: demoKey, forward } = document.body.dataset;
const page = { home: location.origin, forward };

/** What was typed before: the address for good, the key until the tab is closed. The store by name: asking for it may throw. */
const kept = (store, name, otherwise) => {
  try {
    return globalThis[store].getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
};
const keep = (store, name, value) => {
  try {
    globalThis[store].setItem(name, value);
  } catch {
    // A browser that keeps nothing.
  }
};

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** A label with its field; both in one row. */
const row = (label, field, isRequired) => {
  const shown = element('label', { htmlFor: field.id }, label);
  if (isRequired) shown.append(' ', element('strong', { className: 'required' }, 'required'));
  return element('div', { className: 'row' }, shown, field);
};

const plain = { autocomplete: 'off', spellcheck: false };

const fieldOf = (id, { name, in: place, required, value, values, description }) => {
  const own = { id: `try-${id}-${place}-${name}`, name: `${place}.${name}`, required: required && place === 'path' };
  const hint = { title: description.replace(/[`*]/g, '') };
  if (!values) return element('input', { ...own, ...hint, ...plain, value });
  const options = ['', ...values].map((each) =>
    element('option', { value: each, selected: each === value }, each || '—'),
  );
  return element('select', { ...own, ...hint }, ...options);
};

const group = (title, ...rows) => element('fieldset', {}, element('legend', {}, title), ...rows);

/** What a browser will do with a request to another host than the page's. */
const wayNote = (base) => {
  let way = 'direct';
  try {
    way = wayOf(baseOf(base), page);
  } catch {
    return '';
  }
  return {
    direct: '',
    forwarded: 'Another host: npm start forwards the request for this page.',
    cors:
      `Another host: the browser sends this only if the API allows requests from ${page.home} (CORS), which the ` +
      'gateway of this API does not. Open these pages with npm start, which forwards requests, or serve them and the API ' +
      'from one host.',
  }[way];
};

const KEY_NOTE = 'Kept in this tab, and sent to the base URL alone. Use the key of a sandbox where you have one.';

const sizeOf = (text) => {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`;
};

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const block = (title, text) => {
  const pre = element('pre', { tabIndex: 0 }, element('code', {}, text));
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', title);
  return withCopy(
    element('div', { className: 'code' }, element('div', { className: 'head' }, element('span', {}, title)), pre),
  );
};

const show = (status, result, { status: code, statusText, headers, text, milliseconds }) => {
  const isGood = code >= 200 && code < 300;
  status.replaceChildren(
    element('strong', { className: isGood ? 'good' : 'bad' }, `${code} ${statusText}`.trim()),
    ` in ${Math.round(milliseconds)} ms, ${sizeOf(text)}`,
  );
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  result.replaceChildren(
    ...(text === '' ? [] : [block('Response body', pretty(text))]),
    block('Response headers', lines),
  );
};

const typed = (form, parameters) => ({
  base: form.elements.base.value,
  key: form.elements.key.value.trim(),
  values: Object.fromEntries(
    parameters.map(({ name, in: place }) => [`${place}.${name}`, form.elements[`${place}.${name}`].value.trim()]),
  ),
  more: form.elements.more.value,
  ...(form.elements.body && { body: form.elements.body.value }),
});

const build = (id, facts) => {
  const { method, path, parameters, body, canDryRun } = facts;
  const of = (place) =>
    parameters.filter((each) => each.in === place).map((each) => row(each.name, fieldOf(id, each), each.required));
  const base = element('input', {
    ...{ id: `try-${id}-base`, name: 'base', required: true, placeholder: 'https://<host>/prod', ...plain },
    value: kept('localStorage', 'base', demoKey === undefined ? '' : page.home),
  });
  const key = element('input', {
    ...{ id: `try-${id}-key`, name: 'key', ...plain, value: kept('sessionStorage', 'key', demoKey ?? '') },
  });
  const way = element('p', { className: 'note' }, wayNote(base.value));
  const more = element('textarea', {
    ...{ id: `try-${id}-more`, name: 'more', rows: 1, placeholder: 'Accept: application/problem+json', ...plain },
  });
  const inBody = element('textarea', { id: `try-${id}-body`, name: 'body', rows: 10, ...plain, value: body ?? '' });
  const dry = 'This writes. Choose true for validateOnly to validate without saving.';
  const button = element('button', { type: 'submit' }, 'Send');
  const status = element('p', { className: 'outcome' });
  status.setAttribute('role', 'status');
  const result = element('div', { className: 'result' });
  const [inPath, inQuery] = [of('path'), of('query')];
  const form = element(
    'form',
    {},
    element(
      'p',
      { className: 'route' },
      element('span', { className: `method ${method.toLowerCase()}` }, method),
      ' ',
      element('code', {}, path),
    ),
    row('Base URL', base, true),
    row('API key', key),
    ...(demoKey === undefined ? [element('p', { className: 'note' }, KEY_NOTE)] : []),
    way,
    ...(inPath.length > 0 ? [group('Path', ...inPath)] : []),
    ...(inQuery.length > 0 ? [group('Query', ...inQuery)] : []),
    group('Headers', ...of('header'), row('More, one per line', more)),
    ...(body === undefined ? [] : [group('Body', row('JSON', inBody))]),
    ...(canDryRun ? [element('p', { className: 'note' }, dry)] : []),
    button,
    status,
    result,
  );
  base.addEventListener('input', () => {
    way.textContent = wayNote(base.value);
    keep('localStorage', 'base', base.value);
  });
  key.addEventListener('input', () => keep('sessionStorage', 'key', key.value));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = 'Sending …';
    try {
      show(status, result, await send(requestOf(facts, typed(form, parameters)), page));
    } catch (error) {
      status.textContent = error.message;
      result.replaceChildren();
    }
    button.disabled = false;
    status.scrollIntoView({ block: 'nearest' });
  });
  return form;
};

const files = new Map();
const factsIn = (file) => {
  const facts = files.get(file) ?? fetch(file).then((response) => response.json());
  files.set(file, facts);
  // Asked for again with the next form.
  facts.catch(() => files.delete(file));
  return facts;
};

for (const details of all('details.try')) {
  const { operation, facts } = details.dataset;
  details.addEventListener('toggle', async () => {
    if (!details.open || details.querySelector('form')) return;
    const own = (await factsIn(facts).catch(() => ({})))[operation];
    const note = details.querySelector('.note');
    if (!own) note.textContent = 'The form could not be loaded. Close it and open it again.';
    else if (!details.querySelector('form')) note.replaceWith(build(operation, own));
  });
}
