import { a4, type Doc, paragraph, type Section, text } from '../blocks.ts'
import { ConvertError } from '../error.ts'
import { groundOf } from '../faces.ts'
import type { Limits } from '../limits.ts'
import { relationsOf } from '../relations.ts'
import { childOf, type Element, elementsOf, within, xmlEvents } from '../xml.ts'
import { openZip } from '../zip.ts'
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
export async function readXlsx(bytes: Buffer, limits: Limits): Promise<Doc> {
  const zip = await openZip(bytes, limits)
  const start = [...(await relationsOf(zip, '')).values()].map(({ target }) => target)
  const main = start.find((target) => /workbook[^/]*\.xml$/.test(target)) ?? 'xl/workbook.xml'
  const book = await zip.xml(main)
  if (book.name !== 'x:workbook') throw new ConvertError('unreadable')
  const relations = await relationsOf(zip, main)
  const targetOf = (pattern: RegExp) =>
    [...relations.values()].find(({ target }) => pattern.test(target))?.target ?? ''
  const strings = stringsOf(await zip.read(targetOf(/sharedStrings\.xml$/i)), limits)
  const styles = stylesOf(await zip.xml(targetOf(/styles\.xml$/i)))
  const from1904 = /^(1|true)$/.test(childOf(book, 'x:workbookPr')?.attrs.date1904 ?? '')
  const sections: Section[] = []
  let hidden = 0
  for (const { attrs } of elementsOf(childOf(book, 'x:sheets')).slice(0, maxSheets)) {
    if (attrs.state === 'hidden' || attrs.state === 'veryHidden') {
      hidden++
      continue
    }
    const part = await zip.readStart(relations.get(attrs['r:id'] ?? '')?.target ?? '', maxSheetBytes)
    const grid = readGrid(part?.bytes ?? Buffer.alloc(0), {
      strings,
      styles,
      from1904,
      whole: part?.whole ?? true,
      limits,
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

/** The texts that cells share; in each its rich parts together, without the hints to pronunciation. */
function stringsOf(bytes: Buffer | undefined, limits: Limits): string[] {
  const strings: string[] = []
  let words = ''
  let inText = false
  let hints = 0
  for (const event of bytes ? xmlEvents(bytes, limits) : []) {
    if (event.kind === 'text') {
      if (inText && hints === 0) words += event.text
      continue
    }
    const opens = event.kind === 'open'
    if (event.name === 'x:rPh') hints += opens ? 1 : -1
    else if (event.name === 'x:t') inText = opens
    else if (event.name === 'x:si') {
      if (opens) words = ''
      else if (strings.push(words) > maxStrings) throw new ConvertError('too-large')
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
