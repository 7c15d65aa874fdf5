/** Address of no page, so that the worker controls none. */
const scope = '/push-worker/'

/** Ability of this browser to show notices. 'home-screen': it can once Deedbox is on the home screen of this iPhone or iPad. */
export type Ability = 'can' | 'denied' | 'home-screen' | 'cannot'

/** Tells whether this browser can show notices. */
export function noticeAbility(): Ability {
  const isApple = /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) || isTouchMac()
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : 'can'
  return isApple ? 'home-screen' : 'cannot'
}

/** An iPad says that it is a Mac. */
const isTouchMac = () => /\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1

/**
 * Asks for the permission and subscribes this browser anew; null if the person did not allow it. Call after a press only, as browsers want.
 * @throws when the browser has no push service, or it cannot be reached
 */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await navigator.serviceWorker.register('/push-worker.js', { scope })
  await active(worker)
  // An earlier one may be of another person, or of a former key.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser gave no keys')
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

/** Waits until a worker that was just registered runs. */
async function active({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (!worker) return
  const done = Promise.withResolvers<void>()
  const look = () => (worker.state === 'activated' || worker.state === 'redundant') && done.resolve()
  worker.addEventListener('statechange', look)
  look()
  await done.promise
}

/** Lets this browser show no more notices, as the person signs out or switches them off. */
export async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const worker = await navigator.serviceWorker.getRegistration(scope)
    await (await worker?.pushManager?.getSubscription())?.unsubscribe()
    await worker?.unregister()
  } catch {
    // The server sends nothing more in any case.
  }
}
