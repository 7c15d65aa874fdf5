/**
 * Shows notices that Deedbox sends to this browser. Its scope holds no page, so that it sees no page, no document and no call, and keeps nothing.
 * `web/src/lib/notices.ts` registers it.
 */
self.addEventListener('push', (event) => {
  let notice = {}
  try {
    notice = event.data?.json() ?? {}
  } catch {
    // Browsers want a notice for every message, also for one that cannot be read.
  }
  const { title = 'Something waits for you', body = 'Deedbox', path = '/', tag } = notice
  event.waitUntil(
    self.registration.showNotification(title, {
      ...{ body, tag, lang: 'en-AU', icon: '/icons/icon-192.png', badge: '/icons/icon-192.png' },
      data: { path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin)
  if (address.origin === self.location.origin) event.waitUntil(self.clients.openWindow(address.href))
})
