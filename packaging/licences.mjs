import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isLicence = (name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name)

/** Reads the licence files of a package or, where there are none, the part of its README about the licence. */
function textsOf(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const read = ({ name }) => readFileSync(join(folder, name), 'utf8').trim()
  const texts = files.filter(({ name }) => isLicence(name)).map(read)
  if (texts.length > 0) return texts.sort()
  const readme = files.find(({ name }) => name.toLowerCase() === 'readme.md')
  const said = readme && /^#+ *licen[cs][\s\S]*/im.exec(read(readme))
  return said ? [said[0].trim()] : []
}

/**
 * Writes one text about all third-party parts: each package that server or web client may contain (as files or within a bundle), its licence's name,
 * and the texts, each once.
 */
export function licences({ home, node, paths }) {
  const list = []
  const texts = new Map()
  const add = (folder, { name, version, license = 'see its text' }) => {
    const id = `${name} ${version}`
    list.push(`${id}: ${license}`)
    for (const text of textsOf(folder)) texts.set(text, [...(texts.get(text) ?? []), id])
  }
  for (const path of paths) {
    const folder = join(home, path)
    add(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  }
  const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'))
  add(node, { name: 'Node.js', version, license: 'MIT, and those of its parts' })

  const line = '-'.repeat(80)
  return [
    'Deedbox contains these works of others. Their licences follow.',
    '',
    ...new Set(list),
    ...[...texts].flatMap(([text, ids]) => ['', line, ...new Set(ids), line, '', text]),
    '',
  ].join('\n')
}
