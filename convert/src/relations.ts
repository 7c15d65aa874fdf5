import { elementsOf } from './xml.ts'
import type { Zip } from './zip.ts'

/** Place to which a relation of a part leads, within the file, and the last word of its type. */
type Relation = { target: string; type: string }

/**
 * The relations of a part of a DOCX or XLSX file, by their ids: what is outside of the file is never fetched.
 * @param part '' for the file itself
 */
export async function relationsOf(zip: Zip, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const rels = await zip.xml(`${folder}_rels/${part.slice(folder.length)}.rels`)
  const found = new Map<string, Relation>()
  for (const { attrs } of elementsOf(rels)) {
    if (attrs.TargetMode === 'External' || !attrs.Id || !attrs.Target) continue
    const target = attrs.Target.startsWith('/') ? attrs.Target.slice(1) : `${folder}${attrs.Target}`
    const type = attrs.Type?.slice(attrs.Type.lastIndexOf('/') + 1) ?? ''
    found.set(attrs.Id, { target: withoutDots(target), type })
  }
  return found
}

function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
