import { Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

type Provider = 'turnstile' | 'hcaptcha'
/** Interface that both services have. */
type Service = {
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      theme: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string
  remove(id: string): void
}

const serviceOf = (provider: Provider) => (window as { [P in Provider]?: Service })[provider]
const scripts = new Map<string, Promise<void>>()

/** Loads the script of the service, once for the whole page. */
function load(url: string): Promise<void> {
  const known = scripts.get(url)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true })
    script.onload = () => resolve()
    script.onerror = () => {
      scripts.delete(url)
      reject(new Error('The script did not load'))
    }
    document.head.append(script)
  })
  scripts.set(url, loading)
  return loading
}

/** The widget of the captcha service; `onToken` gets null when a token is no longer valid. */
export default function CaptchaWidget(props: {
  provider: Provider
  siteKey: string
  scriptUrl: string
  onToken: (token: string | null) => void
}) {
  const { provider, siteKey, scriptUrl } = props
  const place = useRef<HTMLDivElement>(null)
  const onToken = useRef(props.onToken)
  onToken.current = props.onToken
  const [failed, setFailed] = useState(false)
  const theme = useComputedColorScheme()
  useEffect(() => {
    let id: string | undefined
    let left = false
    const begin = () => {
      const service = serviceOf(provider)
      if (left || !place.current) return
      if (!service) return setFailed(true)
      id = service.render(place.current, {
        sitekey: siteKey,
        theme,
        callback: (token) => onToken.current(token),
        'expired-callback': () => onToken.current(null),
        'error-callback': () => setFailed(true),
      })
    }
    load(scriptUrl).then(begin, () => setFailed(true))
    return () => {
      left = true
      if (id !== undefined) serviceOf(provider)?.remove(id)
    }
  }, [provider, siteKey, scriptUrl, theme])
  return (
    <div>
      <div ref={place} data-captcha={provider} />
      {failed && (
        <Text size="sm" c="wax" role="alert">
          The check that you are not a robot could not be loaded. Please reload the page, or switch off what
          blocks it.
        </Text>
      )}
    </div>
  )
}
