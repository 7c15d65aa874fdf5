import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * Returns the headers of every response: for security, and against caching unless a response says otherwise. They do not depend on the
 * request, so they are computed once.
 * @param secure whether browsers reach Deedbox by https only
 * @param captcha where the widget of the captcha service comes from, if one is configured
 */
export function securityHeaders(secure: boolean, captcha: readonly string[] = []): Record<string, string> {
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...captcha],
        // Mantine sets style attributes and one style element; styles cannot run code.
        styleSrc: ["'self'", "'unsafe-inline'", ...captcha],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...captcha],
        ...(captcha.length > 0 && { frameSrc: [...captcha] }),
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The services' widgets do not say that they may be embedded.
    crossOriginEmbedderPolicy: { policy: captcha.length > 0 ? 'unsafe-none' : 'require-corp' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  set(request, response, (error) => {
    if (error) throw error
  })
  return {
    ...(response.getHeaders() as Record<string, string>),
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  }
}
