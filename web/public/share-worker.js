/**
 * Takes files that are shared with Deedbox from the phone's menu (`share_target` of the manifest) to the form that uploads them. Its scope is that one
 * address, so it never sees another page, a document or a call of the API, and keeps nothing of them. `web/src/lib/shared-files.ts` reads what is kept.
 */
const cacheName = 'deedbox-shared'

/** Keeps the files of one share, instead of those of an earlier one, and leads to the form. */
async function keep(request) {
  const id = crypto.randomUUID()
  const files = (await request.formData())
    .getAll('files')
    .filter((file) => file instanceof File && file.size > 0)
  await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  const at = String(Date.now())
  await Promise.all(
    files.map((file, index) =>
      cache.put(
        `/documents/upload/shared/${id}/${index}`,
        new Response(file, {
          headers: { 'content-type': file.type, 'x-name': encodeURIComponent(file.name), 'x-at': at },
        }),
      ),
    ),
  )
  return id
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'POST') return
  // A phone without room keeps nothing; the form then says so.
  const kept = keep(event.request).catch(() => 'nothing')
  event.respondWith(kept.then((id) => Response.redirect(`/documents/upload?shared=${id}`, 303)))
})
