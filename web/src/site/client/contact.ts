/** Sends the contact form of /contact (contract/src/enquiries.ts) and shows the result at the form. */
type Fault = { error?: { code?: string; message?: string; fields?: Record<string, string> } }
type Field = HTMLInputElement | HTMLTextAreaElement

const form = document.querySelector<HTMLFormElement>('form[data-contact]')
const outcome = form?.querySelector<HTMLElement>('[data-outcome]')
const button = form?.querySelector<HTMLButtonElement>('button[type=submit]')
const { contact, required, sent, unreachable } = JSON.parse(form?.dataset.contact ?? '{}') as Record<
  string,
  { title: string; text: string }
>

const fields = (): Field[] => [...(form?.querySelectorAll<Field>('.field input, .field textarea') ?? [])]
const typed = (name: string) =>
  fields()
    .find((field) => field.name === name)
    ?.value.trim() ?? ''

/** The time at which the page was opened, signed by the server, because robots send at once. */
let started = open()
async function open(): Promise<string> {
  try {
    const answer = await fetch('/api/contact/token')
    return answer.ok ? ((await answer.json()) as { started: string }).started : ''
  } catch {
    return ''
  }
}

function say(message: { title: string; text: string } | undefined, good = false): void {
  if (!outcome) return
  outcome.hidden = !message
  outcome.classList.toggle('sent', good)
  const title = document.createElement('strong')
  title.textContent = message?.title ?? ''
  outcome.replaceChildren(
    ...(message?.title ? [title, document.createElement('br')] : []),
    message?.text ?? '',
  )
}

function mark(faults: Record<string, string>): void {
  for (const field of fields()) {
    const text = faults[field.name]
    field.setAttribute('aria-invalid', String(Boolean(text)))
    const place = document.getElementById(`${field.name}-error`)
    if (!place) continue
    place.hidden = !text
    place.textContent = text ?? ''
  }
  fields()
    .find((field) => faults[field.name])
    ?.focus()
}

/** Returns what is missing, by the specification's rules (section 5), or null. */
function missing() {
  if (!typed('name') || !typed('message')) {
    mark({
      ...(!typed('name') && { name: 'Please enter your name' }),
      ...(!typed('message') && { message: 'Please enter your message' }),
    })
    return required
  }
  if (!typed('email') && !typed('phone')) {
    mark({ email: 'Please enter your email address or a phone number' })
    return contact
  }
  mark({})
  return null
}

async function send(): Promise<void> {
  if (!form || button?.getAttribute('aria-busy') === 'true') return
  const lacking = missing()
  say(lacking ?? undefined)
  if (lacking) return
  button?.setAttribute('aria-busy', 'true')
  try {
    const token = (await started) || (await open())
    const body = { ...Object.fromEntries(new FormData(form)), started: token }
    const answer = await fetch('/api/contact', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) {
      form.reset()
      say(sent, true)
    } else {
      const { error } = (await answer.json()) as Fault
      mark(error?.fields ?? {})
      say({ title: '', text: error?.message ?? unreachable?.text ?? '' })
    }
  } catch {
    say(unreachable)
  } finally {
    button?.removeAttribute('aria-busy')
    started = open()
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
