import { RenderError } from '../../messages.ts'
import { a4, type Doc, paragraph, type Section, text } from '../blocks.ts'
import { groundOf } from '../faces.ts'
import { childOf, type Element, elementsOf, parseXml, within, xmlEvents } from '../xml.ts'
import { openZip, type Zip } from '../zip.ts'
import { readGrid } from './grid.ts'
import { builtIn } from './number-format.ts'
import { noteStyle, sectionOf } from './sheet.ts'

export type CellStyle = {
  format: string | undefined
  bold: boolean
  italic: boolean
  shade: string | undefined
  align: string | undefined
}

const maxSheets = 100
const mib = 1024 * 1024
const maxSheetBytes = 64 * mib
const maxStrings = 500_000

/** Every sheet that is not hidden as a table under its name, with its values as they are shown. */
export async function readXlsx(bytes: Buffer): Promise<Doc> {
  const zip = openZip(bytes)
  const start = await relations(zip, '_rels/.rels', '')
  const main = [...start.values()].find((target) => /workbook[^/]*\.xml$/.test(target)) ?? 'xl/workbook.xml'
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const book = parseXml(await zip.read(main))
  if (book.name !== 'x:workbook') throw new RenderError('unreadable')
  const rels = await relations(zip, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
  const targetOf = (pattern: RegExp) => [...rels.values()].find((target) => pattern.test(target)) ?? ''
  const strings = await stringsOf(zip, targetOf(/sharedStrings\.xml$/i))
  const styles = stylesOf(parseXml(await zip.read(targetOf(/styles\.xml$/i))))
  const from1904 = /^(1|true)$/.test(childOf(book, 'x:workbookPr')?.attrs.date1904 ?? '')
  const sections: Section[] = []
  let hidden = 0
  for (const { attrs } of elementsOf(childOf(book, 'x:sheets')).slice(0, maxSheets)) {
    if (attrs.state === 'hidden' || attrs.state === 'veryHidden') {
      hidden++
      continue
    }
    const part = await zip.readStart(rels.get(attrs['r:id'] ?? '') ?? '', maxSheetBytes)
    const grid = readGrid(part?.bytes ?? Buffer.alloc(0), {
      strings,
      styles,
      from1904,
      whole: part?.whole ?? true,
    })
    sections.push(sectionOf(attrs.name ?? '', grid))
  }
  const notes =
    hidden > 0
      ? [hidden === 1 ? 'One hidden sheet is not shown.' : `${hidden} hidden sheets are not shown.`]
      : []
  if (sections.length === 0)
    sections.push({ paper: a4, blocks: [paragraph([text('No sheet to show.', noteStyle)])] })
  return { sections, notes }
}

async function relations(zip: Zip, name: string, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { attrs } of elementsOf(parseXml(await zip.read(name)))) {
    if (attrs.TargetMode === 'External' || !attrs.Target) continue
    found.set(
      attrs.Id ?? '',
      attrs.Target.startsWith('/') ? attrs.Target.slice(1) : `${folder}${attrs.Target}`,
    )
  }
  return found
}

/** The texts that cells share; in each its rich parts together, without the hints to pronunciation. */
async function stringsOf(zip: Zip, name: string): Promise<string[]> {
  const bytes = await zip.read(name)
  const strings: string[] = []
  let words = ''
  let inText = false
  let hints = 0
  for (const event of bytes ? xmlEvents(bytes) : []) {
    if (event.kind === 'text') {
      if (inText && hints === 0) words += event.text
      continue
    }
    const opens = event.kind === 'open'
    if (event.name === 'x:rPh') hints += opens ? 1 : -1
    else if (event.name === 'x:t') inText = opens
    else if (event.name === 'x:si') {
      if (opens) words = ''
      else if (strings.push(words) > maxStrings) throw new RenderError('too-large')
    }
  }
  return strings
}

function stylesOf(styles: Element): CellStyle[] {
  const formats = new Map<string, string>()
  for (const { attrs } of within(styles, 'x:numFmt'))
    formats.set(attrs.numFmtId ?? '', attrs.formatCode ?? '')
  const fonts = elementsOf(childOf(styles, 'x:fonts'))
  const fills = elementsOf(childOf(styles, 'x:fills'))
  const on = (font: Element | undefined, name: string) => {
    const found = childOf(font, name)
    return found !== undefined && !/^(0|false)$/.test(found.attrs.val ?? '')
  }
  return elementsOf(childOf(styles, 'x:cellXfs')).map((xf) => {
    const { numFmtId = '0', fontId, fillId } = xf.attrs
    const pattern = childOf(fills[Number(fillId)], 'x:patternFill')
    const shade =
      pattern?.attrs.patternType === 'solid' ? childOf(pattern, 'x:fgColor')?.attrs.rgb : undefined
    return {
      format: formats.get(numFmtId) ?? builtIn[Number(numFmtId)],
      bold: on(fonts[Number(fontId)], 'x:b'),
      italic: on(fonts[Number(fontId)], 'x:i'),
      shade: groundOf(shade?.slice(-6)),
      align: childOf(xf, 'x:alignment')?.attrs.horizontal,
    }
  })
}
