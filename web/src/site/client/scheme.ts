/** Storage key of the choice, which the application uses too (Mantine's name for it). */
const key = 'mantine-color-scheme-value'
const dark = matchMedia('(prefers-color-scheme: dark)')

function chosen(): string {
  try {
    return localStorage.getItem(key) ?? 'auto'
  } catch {
    return 'auto'
  }
}

/** Shows the pictures of the current theme. */
function showPictures(): void {
  const scheme = document.documentElement.dataset.mantineColorScheme
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-scheme]'))
    source.media = source.dataset.scheme === scheme ? (source.dataset.narrow ?? 'all') : 'not all'
}

/** Shows the chosen theme or the system's, and marks its button as pressed. */
function show(choice: string): void {
  const system = dark.matches ? 'dark' : 'light'
  const scheme = choice === 'light' || choice === 'dark' ? choice : system
  document.documentElement.dataset.mantineColorScheme = scheme
  for (const button of document.querySelectorAll<HTMLElement>('[data-scheme-choice]'))
    button.setAttribute('aria-pressed', String(button.dataset.schemeChoice === choice))
}

/** Handles the three buttons of the footer, and follows the system's theme and other tabs. */
export function watchScheme(): void {
  let choice = chosen()
  new MutationObserver(showPictures).observe(document.documentElement, {
    attributeFilter: ['data-mantine-color-scheme'],
  })
  showPictures()
  const choose = (next: string) => {
    choice = next
    show(choice)
  }
  show(choice)
  dark.addEventListener('change', () => {
    choice = chosen()
    show(choice)
  })
  addEventListener('storage', (event) => {
    if (event.key === key) choose(event.newValue ?? 'auto')
  })
  for (const button of document.querySelectorAll<HTMLElement>('[data-scheme-choice]'))
    button.addEventListener('click', () => {
      choose(button.dataset.schemeChoice ?? 'auto')
      try {
        localStorage.setItem(key, choice)
      } catch {
        // Storage may be missing; then the choice lasts until the next page.
      }
    })
}
