// What the reader has chosen, before anything is painted: colours, and the language of samples.
{
  const root = document.documentElement;
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const theme = read('theme');
  // Other pages of this origin may keep something else under the name.
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  root.dataset.language = read('language') ?? 'typescript';
}
