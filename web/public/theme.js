// Runs before the first paint, so that nobody sees a flash of the other theme.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light'
    document.querySelector('meta[name="theme-color"]').content = '#ffffff'
  }
} catch {
  // Without storage the dark default remains.
}
