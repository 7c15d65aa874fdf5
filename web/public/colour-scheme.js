// Sets the colour scheme before the first paint; a file of its own because the content policy forbids inline scripts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is switched off: the system's scheme it is.
  }
  const scheme =
    chosen === 'light' || chosen === 'dark'
      ? chosen
      : matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
