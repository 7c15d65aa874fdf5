import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../../platform/address.ts'
import type { Config } from '../../platform/config.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Services } from '../services.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1B2A41;background:#FBFAF7}
a{color:#8A5A12}li{margin:.5rem 0}dl{display:grid;grid-template-columns:auto 1fr;gap:.125rem 1rem}dd{margin:0;overflow-wrap:anywhere}iframe{width:100%;height:70vh;border:1px solid #ccc;background:#fff}</style></head>
<body>${body}</body></html>`

const drawnOnly =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers that proxies add to the requests that they pass on. */
const proxied = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']
const isProxied = ({ headers }: FastifyRequest) =>
  Object.keys(headers).some((name) => proxied.includes(name) || name.startsWith('x-forwarded-'))
/** Tells whether a request names this machine, with or without a port. */
const isHere = ({ headers: { host = '' } }: FastifyRequest) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)

/** Tells whether the mailbox is shown: not behind a proxy, where every request seems to come from this machine. */
const isShown = ({ publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>) =>
  !publicUrl && trustedProxies.length === 0

/** Says at the start where the emails are that are not sent. */
export const whereMailIs = (
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'dataDir'>,
  address: string,
): string =>
  isShown(config)
    ? `Emails are kept at ${address}/dev/mailbox until SMTP_URL is set`
    : `No emails are sent until SMTP_URL is set; they are kept in ${join(config.dataDir, 'mailbox')}`

/** Serves /dev/mailbox: the local mailbox of a deployment without SMTP_URL, for this machine only. */
export function mailboxRoutes(app: FastifyInstance, { mailer, config, settings }: Services): void {
  if (mailer.kind !== 'mailbox') return
  const local = (request: FastifyRequest) => {
    const near = ['127.0.0.1', '::1'].includes(addressOf(request) ?? '')
    if (!isShown(config) || !near || isProxied(request) || !isHere(request)) throw new Refusal('not-found')
  }
  const html = (reply: FastifyReply, text: string) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text)

  app.get('/dev/mailbox', async (request, reply) => {
    local(request)
    const mails = await mailer.list()
    const rows = mails.map(
      (mail) =>
        `<li><a href="/dev/mailbox/${encodeURIComponent(mail.id)}">${escaped(mail.subject)}</a><br>to ${escaped(mail.to)}, ${escaped(mail.sentAt.toLocaleString('en-AU', { timeZone: settings.current().timeZone }))}</li>`,
    )
    const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No emails yet.</p>'
    return html(
      reply,
      page(
        'Mailbox',
        `<h1>Mailbox</h1><p>Without SMTP_URL, Deedbox does not send emails. It keeps them here, and only this machine can see them.</p>${list}`,
      ),
    )
  })
  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
    local(request)
    const mail = await mailer.read(request.params.id)
    if (!mail) throw new Refusal('not-found')
    const headers = { From: mail.from, To: mail.to, 'Reply-To': mail.replyTo, Subject: mail.subject }
    const lines = Object.entries(headers)
      .filter(([, value]) => value)
      .map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`)
    const body = `<p><a href="/dev/mailbox">All emails</a></p><h1>${escaped(mail.subject)}</h1><dl>${lines.join('')}</dl>
<iframe title="The email as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(`<base target="_blank">${mail.html}`)}"></iframe>
<h2>Its text</h2><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escaped(mail.text).replace(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`)}</pre>`
    // The email is only drawn: no script runs in it, and nothing is loaded from elsewhere.
    reply.header('content-security-policy', drawnOnly)
    return html(reply, page(mail.subject, body))
  })
}
