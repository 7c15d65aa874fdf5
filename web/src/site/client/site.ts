import { takeParting } from '../../lib/parting.ts'
import { ownFrame } from './own-frame.ts'
import { watchScheme } from './scheme.ts'

/** Scripts of the public pages: the phone's menu, the theme, messages, and the header of people signed in. */
function watchMenu(): void {
  const burger = document.querySelector<HTMLButtonElement>('[data-menu]')
  const menu = document.getElementById('navigation')
  if (!burger || !menu) return
  const open = (opened: boolean) => {
    burger.setAttribute('aria-expanded', String(opened))
    burger.setAttribute('aria-label', opened ? 'Close the menu' : 'Open the menu')
    menu.dataset.opened = String(opened)
  }
  burger.addEventListener('click', () => open(burger.getAttribute('aria-expanded') !== 'true'))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || burger.getAttribute('aria-expanded') !== 'true') return
    open(false)
    burger.focus()
  })
}

const shownMs = 4_000

function say(text: string, bad: boolean): void {
  const message = document.createElement('div')
  message.className = bad ? 'message bad' : 'message'
  message.role = bad ? 'alert' : 'status'
  message.textContent = text
  document.getElementById('messages')?.append(message)
  setTimeout(() => message.remove(), shownMs)
}

watchMenu()
watchScheme()
const parting = takeParting()
if (parting) say(parting.message, parting.bad)
void ownFrame()
