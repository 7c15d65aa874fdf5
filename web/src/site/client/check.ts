/** Checks a copy by its code (contract/src/copies.ts), from the form of /check or the address /check/{code}, and compares a file with it. */

import { codeText, readCode } from '@deedbox/contract/copy-code.ts'
import type { CopyKind, CopyState } from '@deedbox/contract/copy-terms.ts'
import { counted } from '@deedbox/contract/counts.ts'

type Copy = {
  kind: CopyKind
  state: CopyState
  since: string | null
  madeAt: string
  days: number
  oldAfterDays: number
  pages: number
  sha256: string
}
type Words = Record<
  CopyKind | CopyState | 'unknown' | 'busy' | 'unreachable' | 'incomplete' | 'same' | 'different' | 'cannot',
  string
> & { kinds: Record<CopyKind, string>; states: Record<CopyState, string> }

const form = document.querySelector<HTMLFormElement>('form[data-check]')
const code = document.querySelector<HTMLInputElement>('#code')
const fault = document.getElementById('code-error')
const outcome = form?.querySelector<HTMLElement>('[data-outcome]')
const compare = form?.querySelector<HTMLElement>('[data-compare]')
const compared = form?.querySelector<HTMLElement>('[data-compared]')
const file = document.querySelector<HTMLInputElement>('#file')
const button = form?.querySelector<HTMLButtonElement>('button[type=submit]')
const words = JSON.parse(form?.dataset.check ?? '{}') as Words

let asked: Copy | null = null

const day = (at: string) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: form?.dataset.zone }).format(new Date(at))

function say(place: HTMLElement | null | undefined, lines: string[], good = false): void {
  if (!place) return
  place.hidden = lines.length === 0
  place.classList.toggle('sent', good)
  const [title = '', ...rest] = lines
  const strong = document.createElement('strong')
  strong.textContent = title
  place.replaceChildren(
    strong,
    ...rest.flatMap((line) => [document.createElement('br'), document.createTextNode(line)]),
  )
}

/** Says under the field what is wrong with it, or nothing. */
function mark(text: string): void {
  code?.setAttribute('aria-invalid', String(text !== ''))
  if (!fault) return
  fault.hidden = text === ''
  fault.textContent = text
  if (text) code?.focus()
}

function linesOf({ kind, state, since, madeAt, days, oldAfterDays, pages }: Copy): string[] {
  const age = days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`
  const old = days > oldAfterDays ? ` Many ask for a copy that is not older than ${oldAfterDays} days.` : ''
  return [
    `${words.kinds[kind]} · ${words.states[state]}`,
    since ? `${words[state]} ${day(since)}.` : words[state],
    `Made ${age}, on ${day(madeAt)}, with ${counted(pages, 'page')}.${old}`,
    words[kind],
  ]
}

async function check(): Promise<void> {
  if (!code || button?.getAttribute('aria-busy') === 'true') return
  asked = null
  say(outcome, [])
  say(compared, [])
  if (compare) compare.hidden = true
  if (file) file.value = ''
  const typed = readCode(code.value)
  mark(typed ? '' : words.incomplete)
  if (!typed) return
  code.value = codeText(typed)
  button?.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch('/api/check', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ code: typed }),
    })
    if (!answer.ok) return say(outcome, [answer.status === 429 ? words.busy : words.unreachable])
    asked = ((await answer.json()) as { copy: Copy | null }).copy
    if (!asked) return say(outcome, [words.unknown])
    say(outcome, linesOf(asked), asked.state === 'genuine')
    if (compare) compare.hidden = false
  } catch {
    say(outcome, [words.unreachable])
  } finally {
    button?.removeAttribute('aria-busy')
  }
}

async function compareFile(): Promise<void> {
  const chosen = file?.files?.[0]
  const copy = asked
  say(compared, [])
  if (!chosen || !copy) return
  // Browsers hash on secure pages only.
  if (!globalThis.crypto?.subtle) return say(compared, [words.cannot])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer()))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const same = hex === copy.sha256
  say(compared, [same ? words.same : words.different], same)
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void check()
})
file?.addEventListener('change', () => void compareFile())
const inAddress = /^\/check\/([^/]+)$/.exec(location.pathname)?.[1]
if (inAddress && code) {
  try {
    code.value = decodeURIComponent(inAddress)
  } catch {
    code.value = inAddress
  }
  void check()
}
