import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import { errors, refusalsOf } from '@deedbox/contract/refusals.ts'
import { version } from '../../../platform/version.ts'
import { bodyExample, describeWho, type Operation, operation, refusalOf } from './operation.ts'
import { tagOf, tags } from './tags.ts'

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
/** Marks `code` in a text as in Markdown. */
const marked = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const json = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`

const style = `:root{color-scheme:light dark;--ink:#1B2A41;--paper:#FBFAF7;--brass:#8A5A12;--line:#d9d4c7;--tint:#f1eee6}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6df;--paper:#141b26;--brass:#d9a75a;--line:#394356;--tint:#1d2634}}
body{font:16px/1.5 system-ui;max-width:56rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper)}
a{color:var(--brass)}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}nav a{display:inline-block;padding:.25rem 0}
[aria-current]{font-weight:700;text-decoration:none}section{border-top:1px solid var(--line);padding:.5rem 0}h2{margin:2rem 0 .5rem}
h3{margin:.5rem 0;font-size:1.05rem}code{background:var(--tint);padding:0 .2em;overflow-wrap:anywhere}pre{overflow:auto;background:var(--tint);padding:.75rem}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid var(--line);padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top}summary{cursor:pointer;padding:.25rem 0}`

function parametersOf({ parameters }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema, example }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${place}${required ? '' : ', optional'}</td><td>${escaped(
        schema.enum ? schema.enum.join(', ') : String(schema.format ?? schema.type ?? ''),
      )}</td><td>${example === null ? '' : `<code>${escaped(String(example))}</code>`}</td></tr>`,
  )
  return `<details><summary>Parameters</summary><table><tr><th>Name</th><th>Where</th><th>What</th><th>For example</th></tr>${rows.join('')}</table></details>`
}

function refusalsTable(key: string, endpoint: Endpoint): string {
  const rows = refusalsOf(key, endpoint)
    .map((code) => ({ message: errors[code].message, ...refusalOf(code, endpoint.errors) }))
    .sort((a, b) => a.status - b.status)
    .map(
      ({ name, status, message }) =>
        `<tr><td>${status}</td><td><code>${name}</code></td><td>${escaped(message)}</td></tr>`,
    )
  return `<details><summary>Refusals</summary><table><tr><th>Status</th><th>Code</th><th>Message</th></tr>${rows.join('')}</table></details>`
}

function callSection(key: string, endpoint: Endpoint): string {
  const one = operation(key, endpoint)
  const [answer] = Object.values(
    one.responses as Record<string, { content?: Record<string, { example?: unknown }> }>,
  )
  const example = answer?.content?.['application/json']?.example
  return `<section id="${endpoint.id}"><h3>${escaped(endpoint.id)}</h3><p><code>${key}</code></p>
<p>${escaped(endpoint.summary)}. ${marked(describeWho(endpoint))}</p>
${parametersOf(one)}
${endpoint.body ? `<details><summary>Request, for example</summary>${json(bodyExample(endpoint.body))}</details>` : ''}
${example === undefined ? '' : `<details><summary>Answer, for example</summary>${json(example)}</details>`}
${refusalsTable(key, endpoint)}</section>`
}

/** Returns the reference as a page, without scripts; with a tag only the calls of that part. */
export function referencePage(tag?: string): string {
  const shown = tags.filter(({ name }) => !tag || name === tag)
  const link = (name: string, href: string, current: boolean) =>
    `<li><a href="${href}"${current ? ' aria-current="page"' : ''}>${name}</a></li>`
  const calls = Object.entries<Endpoint>(endpoints)
  const parts = shown.map(({ name, description }) => {
    const those = calls.filter(([key]) => tagOf(key.slice(key.indexOf(' ') + 1)) === name)
    return those.length === 0
      ? ''
      : `<h2>${name}</h2><p>${escaped(description)}</p>${those.map(([key, endpoint]) => callSection(key, endpoint)).join('\n')}`
  })
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Deedbox API</title>
<style>${style}</style></head>
<body><main><h1>Deedbox API</h1><p>Version ${version}. Also as an <a href="/api/openapi.json">OpenAPI document</a>.</p>
<nav aria-label="Parts"><ul>${link('All', '/api/docs', !tag)}${tags.map(({ name }) => link(name, `/api/docs?tag=${encodeURIComponent(name)}`, name === tag)).join('')}</ul></nav>
${parts.join('\n')}</main></body></html>`
}
