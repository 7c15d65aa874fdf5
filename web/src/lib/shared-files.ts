/** Name of the cache of files that were shared from the phone's menu, which `share-worker.js` fills. */
const cacheName = 'deedbox-shared'
/** Milliseconds for which they wait for the person to sign in and open the form. */
const keptMs = 60 * 60_000

const exists = typeof caches !== 'undefined'

/** Makes this browser able to take files from the phone's menu. The worker's scope is the one address that they are sent to. */
export function listenForShares(): void {
  if (!exists || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register('/share-worker.js', { scope: '/documents/upload/shared' })
    // A browser that forbids workers has no menu that shares with Deedbox either.
    .catch(() => undefined)
}

/** Removes what waits, as the person signs out. */
export async function dropShared(): Promise<void> {
  if (exists) await caches.delete(cacheName).catch(() => false)
}

const isLate = (answer: Response, now: number) => now - Number(answer.headers.get('x-at')) > keptMs

/** Removes what nobody has come for within an hour. */
export async function dropLateShares(now: number): Promise<void> {
  if (!exists || !(await caches.has(cacheName).catch(() => false))) return
  const cache = await caches.open(cacheName)
  const [first] = await cache.keys()
  const answer = first && (await cache.match(first))
  if (!answer || isLate(answer, now)) await dropShared()
}

/** Takes the files of one share out of the cache, which is empty afterwards; [] if they are gone, or were shared for another form. */
export async function takeShared(id: string, now: number): Promise<File[]> {
  if (!exists) return []
  try {
    const cache = await caches.open(cacheName)
    const files: File[] = []
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      if (!answer || !new URL(request.url).pathname.includes(`/${id}/`) || isLate(answer, now)) continue
      const name = decodeURIComponent(answer.headers.get('x-name') ?? '')
      files.push(new File([await answer.blob()], name, { type: answer.headers.get('content-type') ?? '' }))
    }
    return files
  } catch {
    return []
  } finally {
    await dropShared()
  }
}
