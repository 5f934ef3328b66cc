// The pages are complete without this: it adds the drawer, colours, languages of samples and copying. search.js adds the
// search, try.js the forms that send requests.
const root = document.documentElement;
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
export const one = (selector) => document.querySelector(selector);

const remember = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing: it is forgotten with the page.
  }
};

// Colours: as the system has them, until the reader chooses.
const themeSwitch = one('[data-theme-switch]');
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemDark.matches);
const showTheme = () => themeSwitch.setAttribute('aria-pressed', String(isDark()));
themeSwitch.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  remember('theme', root.dataset.theme);
  showTheme();
});
systemDark.addEventListener('change', showTheme);
showTheme();

// The navigation: a drawer where there is no room next to the text.
const menu = one('[data-menu]');
const nav = one('#nav');
const main = one('#main');
const setDrawer = (isOpen) => {
  document.body.classList.toggle('drawer', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
  main.inert = isOpen;
  if (isOpen) nav.querySelector('a').focus();
};
menu.addEventListener('click', () => setDrawer(menu.getAttribute('aria-expanded') !== 'true'));
nav.addEventListener('click', ({ target }) => {
  if (target.closest('a')) setDrawer(false);
});
// Not of `main`, which gets no clicks while it is inert.
document.addEventListener('click', ({ target }) => {
  if (document.body.classList.contains('drawer') && !nav.contains(target) && !menu.contains(target)) setDrawer(false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !document.body.classList.contains('drawer')) return;
  setDrawer(false);
  menu.focus();
});

// A long navigation begins with the page that is shown.
nav.querySelector('details[open], [aria-current]')?.scrollIntoView({ block: 'nearest' });

// Languages of the samples: one choice for all of them.
const choices = all('[data-choose]');
// Other pages of this origin may keep something else under the name: no sample would be shown.
if (!choices.some(({ dataset }) => dataset.choose === root.dataset.language)) root.dataset.language = 'typescript';
const showLanguage = () => {
  for (const each of choices) each.setAttribute('aria-pressed', String(each.dataset.choose === root.dataset.language));
};
for (const choice of choices) {
  choice.addEventListener('click', () => {
    const before = choice.getBoundingClientRect().top;
    root.dataset.language = choice.dataset.choose;
    remember('language', choice.dataset.choose);
    showLanguage();
    // Samples above have another height now.
    scrollBy(0, choice.getBoundingClientRect().top - before);
  });
}
showLanguage();

// Copying: a button in the bar over the code, never over the code itself.
export const withCopy = (code) => {
  // Absent over plain HTTP, except from this machine.
  if (!navigator.clipboard) return code;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  code.querySelector('.head').append(button);
  return code;
};
all('.code').forEach(withCopy);

// Anchors: what is folded away is opened; one of another page leads there.
const anchorOf = (hash) => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A lone percent sign, which names nothing here.
    return '';
  }
};
const follow = () => {
  const id = anchorOf(location.hash);
  if (id === '') return;
  const target = document.getElementById(id);
  if (!target) {
    const operation = id.split(/[.:]/)[0];
    const link = all('#nav a').find((each) => each.hash === `#${operation}`);
    const href = /^error-\d+$/.test(id) ? 'errors.html' : link?.getAttribute('href').split('#')[0];
    if (href) location.replace(`${href}#${id}`);
    return;
  }
  for (let above = target; above; above = above.parentElement) if (above.localName === 'details') above.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', follow);
follow();

// The operation that is read is marked in the navigation.
const marked = new Map(all('#nav a').map((link) => [link.hash.slice(1), link]));
const mark = (id) => {
  for (const [name, link] of marked) link.classList.toggle('here', name === id);
};
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) mark(target.id);
  },
  { rootMargin: '-20% 0px -75% 0px' },
);
for (const section of all('section.operation')) watcher.observe(section);
