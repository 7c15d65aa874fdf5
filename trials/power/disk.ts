import { join, relative } from 'node:path'
import { type Call, plainArgs, type Told, textsOf } from './trace.ts'

/*
 * A disk below one folder as the calls of a process leave it: what has been synced, and what has been done since, any part of which a power
 * cut may lose. A sync of a file makes its content last and not its name; a sync of a folder makes the names in it last.
 */

/** Content from an offset on; or a new size. */
export type Change = { seq: number } & ({ at: number; data: Buffer } | { size: number })
/** Names of a folder; null removes one. All of them at once: a renaming is one step. */
export type Naming = { seq: number; names: [string, Entry | null][] }
export type File = { kind: 'file'; id: number; durable: Buffer; size: number; pending: Change[] }
export type Folder = {
  kind: 'folder'
  id: number
  durable: Map<string, Entry>
  now: Map<string, Entry>
  pending: Naming[]
}
export type Entry = File | Folder

type Descriptor = { entry: Entry; path: string; position: number; appends: boolean }
type Running = { descriptor: Descriptor | undefined; seq: number }

/** Calls that do the same. */
const sameAs: Record<string, string> = {
  ...{ openat: 'open', creat: 'open', ftruncate: 'truncate', mkdirat: 'mkdir', linkat: 'link' },
  ...{ writev: 'write', pwrite64: 'write', pwritev: 'write', pwritev2: 'write' },
  ...{ fsync: 'sync', fdatasync: 'sync', rmdir: 'unlink', unlinkat: 'unlink' },
  ...{ renameat: 'rename', renameat2: 'rename' },
}

/** Applies changes of content up to its end. */
export function applied(content: Buffer, changes: readonly Change[]): Buffer {
  let size = content.length
  for (const change of changes)
    size = 'size' in change ? change.size : Math.max(size, change.at + change.data.length)
  const most = Math.max(size, content.length, ...changes.map((one) => ('size' in one ? one.size : 0)))
  const made = most > content.length ? Buffer.concat([content, Buffer.alloc(most - content.length)]) : content
  for (const change of changes) {
    if ('size' in change) made.fill(0, change.size)
    else change.data.copy(made, change.at)
  }
  return made.subarray(0, size)
}

/**
 * Makes a model of the disk.
 * @param existing folders below the root that were there before
 */
export function createDisk(root: string, existing: readonly string[] = []) {
  let seq = 0
  let ids = 0
  const folder = (): Folder => ({
    kind: 'folder',
    id: ++ids,
    durable: new Map(),
    now: new Map(),
    pending: [],
  })
  const top = folder()
  for (const path of existing) {
    const made = folder()
    for (const names of [top.durable, top.now]) names.set(relative(root, path), made)
  }
  let descriptors = new Map<number, Descriptor>()
  let running = new Map<Call, Running>()

  /** Finds the entry below the root, and what holds it; undefined for what is elsewhere. */
  function find(path: string): { within: Folder; name: string; entry: Entry | undefined } | undefined {
    const parts = relative(root, path).split('/')
    if (path === root) return { within: top, name: '', entry: top }
    if (parts[0] === '..' || !path.startsWith('/')) return undefined
    let within = top
    for (const part of parts.slice(0, -1)) {
      const next = within.now.get(part)
      if (next?.kind !== 'folder') return undefined
      within = next
    }
    const name = parts.at(-1) ?? ''
    return { within, name, entry: within.now.get(name) }
  }
  function name(within: Folder, names: [string, Entry | null][]): void {
    for (const [one, entry] of names)
      if (entry) within.now.set(one, entry)
      else within.now.delete(one)
    within.pending.push({ seq: ++seq, names })
  }
  function change(entry: File, what: { at: number; data: Buffer } | { size: number }): void {
    entry.size = 'size' in what ? what.size : Math.max(entry.size, what.at + what.data.length)
    entry.pending.push({ seq: ++seq, ...what })
  }
  function sync(entry: Entry, until: number): void {
    if (entry.kind === 'file') {
      entry.durable = applied(
        entry.durable,
        entry.pending.filter((one) => one.seq <= until),
      )
      entry.pending = entry.pending.filter((one) => one.seq > until)
      return
    }
    for (const { names } of entry.pending.filter((one) => one.seq <= until))
      for (const [one, named] of names)
        if (named) entry.durable.set(one, named)
        else entry.durable.delete(one)
    entry.pending = entry.pending.filter((one) => one.seq > until)
  }

  /** Returns a path among the arguments, which may stand after an open folder. */
  const pathOf = (args: string[], at: number, text: Buffer | undefined): string => {
    const path = text?.toString() ?? ''
    const from = descriptors.get(Number(args[at]))
    return path.startsWith('/') || !from ? path : join(from.path, path)
  }
  function open(call: Call, args: string[], texts: Buffer[]): void {
    const path = pathOf(args, 0, texts[0])
    const flags = call.args.replaceAll(/"[^"]*"/g, '')
    const found = find(path)
    descriptors.delete(call.result)
    if (!found) return
    let { entry } = found
    if (!entry) {
      if (!/O_CREAT|creat/.test(call.name + flags))
        throw new Error(`The trial has not seen how ${path} was made`)
      entry = { kind: 'file', id: ++ids, durable: Buffer.alloc(0), size: 0, pending: [] }
      name(found.within, [[found.name, entry]])
    } else if (entry.kind === 'file' && flags.includes('O_TRUNC') && entry.size > 0)
      change(entry, { size: 0 })
    descriptors.set(call.result, { entry, path, position: 0, appends: flags.includes('O_APPEND') })
  }
  function write(call: Call, { descriptor }: Running, args: string[], texts: Buffer[]): void {
    if (descriptor?.entry.kind !== 'file') return
    const { entry } = descriptor
    const data = Buffer.concat(texts).subarray(0, call.result)
    const placed = call.name.startsWith('p')
    const at = placed ? Number(args[3]) : descriptor.appends ? entry.size : descriptor.position
    if (!placed) descriptor.position = at + data.length
    if (data.length > 0) change(entry, { at, data })
  }
  function rename(from: string, to: string): void {
    const [one, other] = [find(from), find(to)]
    if (!one?.entry || !other) {
      if (one?.entry || other) throw new Error(`A renaming across the border: ${from} to ${to}`)
      return
    }
    const gone: Naming['names'][number] = [one.name, null]
    const come: Naming['names'][number] = [other.name, one.entry]
    // A renaming in one folder is one step, as file systems make it.
    if (one.within === other.within) name(one.within, [gone, come])
    else {
      name(other.within, [come])
      name(one.within, [gone])
    }
  }

  function ended(call: Call, mine: Running): void {
    const args = plainArgs(call.args)
    const texts = textsOf(call.args)
    const one = () => find(pathOf(args, 0, texts[0]))
    const { descriptor } = mine
    const steps: Record<string, () => void> = {
      open: () => open(call, args, texts),
      lseek: () => {
        if (descriptor) descriptor.position = call.result
      },
      write: () => write(call, mine, args, texts),
      truncate: () => {
        const entry = call.name === 'truncate' ? one()?.entry : descriptor?.entry
        if (entry?.kind === 'file') change(entry, { size: Number(args[1]) })
      },
      sync: () => {
        if (descriptor) sync(descriptor.entry, mine.seq)
      },
      mkdir: () => {
        const found = one()
        if (found) name(found.within, [[found.name, folder()]])
      },
      unlink: () => {
        const found = one()
        if (found?.entry) name(found.within, [[found.name, null]])
      },
      link: () => {
        const to = find(call.name === 'link' ? String(texts[1]) : pathOf(args, 2, texts[1]))
        const entry = one()?.entry
        if (to && entry) name(to.within, [[to.name, entry]])
      },
      rename: () => rename(pathOf(args, 0, texts[0]), pathOf(args, call.name === 'rename' ? 1 : 2, texts[1])),
      // Calls that change nothing that lasts.
      close: () => undefined,
      sync_file_range: () => undefined,
    }
    const does = steps[sameAs[call.name] ?? call.name]
    if (does) does()
    else if (descriptor) throw new Error(`The trial does not know what ${call.name} does`)
  }

  return {
    top,
    /** Starts a new process: it has no file open. */
    restart(): void {
      descriptors = new Map()
      running = new Map()
    },
    /** Follows a call; says what it did to this disk, if it did anything. */
    tell({ call, has }: Told): 'write' | 'sync' | 'name' | null {
      if (has === 'begun') {
        const fd = Number(/^\d+/.exec(call.args)?.[0])
        running.set(call, { descriptor: descriptors.get(fd), seq })
        // Another thread may get its number at once.
        if (call.name === 'close') descriptors.delete(fd)
        return null
      }
      const mine = running.get(call)
      running.delete(call)
      if (!mine || call.result < 0) return null
      const before = seq
      ended(call, mine)
      if (call.name.endsWith('sync')) return mine.descriptor ? 'sync' : null
      if (seq === before) return null
      return /write|truncate/.test(call.name) ? 'write' : 'name'
    },
  }
}
