// Applies the stored theme before the first paint, so that nothing flashes. Served as a file because the content
// security policy forbids scripts in the page; the same rule as THEME_BOOT of the design system.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A person who forbids storage gets the system's theme.
}
