/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { ProofError } from '../src/error.ts'
import { type Examined, examine, type Held, type ProvenEvent } from '../src/evidence.ts'
import {
  heldOf,
  stampCommand,
  stampText,
  verdictText,
  witnessText,
  wordsText,
} from '../src/evidence-words.ts'
import { type Files, zipFiles } from '../src/zip-files.ts'

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const zip = byId<HTMLInputElement>('zip')
const folder = byId<HTMLInputElement>('folder')
const held = byId<HTMLTextAreaElement>('held')
const heldFile = byId<HTMLInputElement>('heldfile')
const status = byId('status')
const result = byId('result')

const el = (name: string, text = '', ...children: Node[]): HTMLElement => {
  const made = document.createElement(name)
  if (text) made.textContent = text
  made.append(...children)
  return made
}

const bytesOf = (file: Blob) => ({
  size: file.size,
  read: async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
})

/** Bytes that are read of a file at once. */
const PIECE_BYTES = 1024 * 1024

/** Files of a folder that was unpacked, named from the folder that has the manifest. */
function folderFiles(list: readonly File[]): Files {
  const paths = list.map((file) => [file.webkitRelativePath || file.name, file] as const)
  const top =
    paths.find(([path]) => path.endsWith('manifest.txt'))?.[0].slice(0, -'manifest.txt'.length) ?? ''
  // Files that systems put into folders by themselves.
  const own = paths.filter(
    ([path]) => path.startsWith(top) && !/(^|\/)(\.DS_Store|desktop\.ini|Thumbs\.db)$/.test(path),
  )
  const files = new Map(own.map(([path, file]) => [path.slice(top.length), file]))
  return {
    names: [...files.keys()],
    async *read(name) {
      const file = bytesOf(files.get(name) ?? new Blob())
      for (let at = 0; at < file.size; at += PIECE_BYTES)
        yield await file.read(at, Math.min(file.size, at + PIECE_BYTES))
    },
  }
}

const card = (good: boolean, title: string, ...children: Node[]) => {
  const section = el('section', '', el('h2', title), ...children)
  section.className = good ? 'good' : 'bad'
  return section
}

function eventItem({ number, at, event, label, text, says }: ProvenEvent): HTMLElement {
  const facts = el('dl')
  facts.append(el('dt', 'event'), el('dd', event))
  for (const [name, value] of says)
    facts.append(
      el('dt', name.replace('details.', '')),
      el('dd', typeof value === 'string' ? value : JSON.stringify(value)),
    )
  const who = says.get('actor_email') ?? says.get('actor_name') ?? 'Deedbox'
  return el(
    'li',
    '',
    el('strong', label || event),
    el('div', [text, `by ${who}`].filter(Boolean).join(' · ')),
    el('time', `${at} UTC, event ${number}`),
    el('details', '', el('summary', 'What was sealed'), facts),
  )
}

function show({ problems, logs, events, documents, stampedAt, policy }: Examined): void {
  if (problems.length > 0)
    result.append(
      card(
        false,
        'Does not hold',
        el('p', 'These files were changed, are missing or do not belong to the evidence:'),
        el(
          'ul',
          '',
          ...problems.map(({ file, what }) => el('li', '', el('strong', file), el('span', `: ${what}`))),
        ),
      ),
    )
  else
    for (const log of logs) {
      const { title, text } = verdictText(log)
      const key = el('p', `Log ${log.origin}, ${log.size} events. Its key: ${log.key}`)
      key.className = 'muted'
      result.append(card(log.verdict !== null, title, el('p', text), el('p', witnessText(log)), key))
    }
  if (policy)
    result.append(
      el(
        'section',
        '',
        el('h2', 'Policy in this evidence'),
        el('p', 'Whose the keys are said to be. It is worth as much as you know of them from elsewhere.'),
        el('pre', policy),
      ),
    )
  if (documents.length > 0)
    result.append(
      el(
        'section',
        '',
        el('h2', 'Documents'),
        el(
          'ul',
          '',
          ...documents.map(({ file, sha256, event }) =>
            el(
              'li',
              '',
              el('strong', file),
              el('div', `SHA-256 ${sha256}`),
              el(
                'div',
                event === null
                  ? 'As listed when the evidence was made.'
                  : `The same bytes that event ${event} recorded.`,
              ),
            ),
          ),
        ),
      ),
    )
  result.append(
    el(
      'section',
      '',
      el('h2', `${events.length} ${events.length === 1 ? 'event' : 'events'} in the log`),
      el('p', wordsText),
      el('ol', '', ...events.map(eventItem)),
    ),
    el(
      'section',
      '',
      el('h2', 'Time stamp'),
      el('p', stampText(stampedAt)),
      ...(stampedAt ? [el('pre', stampCommand)] : []),
    ),
  )
}

let turn = 0
async function check(): Promise<void> {
  const mine = ++turn
  const [file] = zip.files ?? []
  const unpacked = [...(folder.files ?? [])]
  if (!file && unpacked.length === 0) return
  result.replaceChildren()
  status.textContent = 'Checking…'
  try {
    const [chosen] = heldFile.files ?? []
    const given: Held = heldOf(chosen ? await chosen.text() : held.value)
    const files = file ? await zipFiles(bytesOf(file)) : folderFiles(unpacked)
    const found = await examine(files, given, (done, all) => {
      status.textContent = `Checking: ${done} of ${all} files`
    })
    if (mine !== turn) return
    status.textContent = ''
    show(found)
  } catch (error) {
    if (mine !== turn) return
    status.textContent = ''
    result.append(
      card(
        false,
        'Could not be checked',
        el('p', error instanceof ProofError ? error.message : String(error)),
      ),
    )
  }
}

zip.addEventListener('change', () => {
  folder.value = ''
  void check()
})
folder.addEventListener('change', () => {
  zip.value = ''
  void check()
})
held.addEventListener('change', () => void check())
heldFile.addEventListener('change', () => void check())
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  document.body.classList.add('over')
})
document.addEventListener('dragleave', () => document.body.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  document.body.classList.remove('over')
  const files = event.dataTransfer?.files
  if (!files?.[0]) return
  if (files[0].name.endsWith('.zip')) zip.files = files
  else heldFile.files = files
  void check()
})
