import { all, one } from './site.js';

// The search: its index is asked for with the first use.
const dialog = one('#search');
const input = dialog.querySelector('input');
const status = dialog.querySelector('[role=status]');
const results = dialog.querySelector('ul');
const MOST = 40;
let loading;
const load = async () => {
  const [{ default: MiniSearch }, { searchEngine }, { rows, synonyms }] = await Promise.all([
    import(new URL('minisearch.js', import.meta.url)),
    import(new URL('query.js', import.meta.url)),
    fetch('search.json').then((response) => response.json()),
  ]);
  return searchEngine(MiniSearch, rows, synonyms);
};
const entry = ([kind, title, context, href]) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  for (const [name, text] of Object.entries({ kind, title, context })) {
    const span = document.createElement('span');
    span.className = name;
    // A long name may break behind each of its dots.
    span.append(...text.split(/(?<=\.)/).flatMap((part) => [part, document.createElement('wbr')]));
    link.append(span, ' ');
  }
  item.append(link);
  return item;
};
const show = async () => {
  const query = input.value.trim();
  // What failed is asked for again with the next letter.
  loading ??= load().catch(() => {
    loading = undefined;
  });
  const search = await loading;
  if (query !== input.value.trim()) return;
  if (!search) {
    status.textContent = 'The search could not be loaded. Type again to retry.';
    return;
  }
  const found = query === '' ? [] : search(query);
  results.replaceChildren(...found.slice(0, MOST).map(entry));
  const count = found.length > MOST ? `${MOST} of ${found.length} results` : `${found.length} results`;
  status.textContent = query === '' ? '' : count;
};
const openSearch = () => {
  dialog.showModal();
  input.select();
  show();
};
one('[data-search]').addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea');
  if (!(event.key === '/' && !isTyping) && !(event.key === 'k' && (event.metaKey || event.ctrlKey))) return;
  event.preventDefault();
  openSearch();
});
input.addEventListener('input', show);
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog || target.closest('a')) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key === 'Enter' && target === input) results.querySelector('a')?.click();
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [input, ...all('a', results)];
  stops[(stops.indexOf(target) + (key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length].focus();
});
