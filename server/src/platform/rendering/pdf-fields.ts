import type { Field } from './messages.ts'
import { annotationsOn, boxOf, type PageFrame, subtypes } from './pdf-annotations.ts'
import { cutAt, readString } from './pdf-strings.ts'
import type { Pdfium } from './pdfium.ts'

// fpdf_formfill.h
const comboBox = 4
const listBox = 5
const textField = 6
const withWords: readonly number[] = [comboBox, listBox, textField]

// Bits of a field's flags (ISO 32000-1, table 228): what is typed is shown as dots.
const password = 1 << 13

/** Largest number of characters of a value. */
const maxValue = 10_000

/** Reads what was typed or chosen in the fields of a page, which PDFium does not count among its text. */
export function readFields(pdfium: Pdfium, document: number, form: number, frame: PageFrame): Field[] {
  const { calls } = pdfium
  const fields: Field[] = []
  annotationsOn(pdfium, document, frame.page, (annotation, subtype) => {
    if (subtype !== subtypes.widget) return
    const type = calls.FPDFAnnot_GetFormFieldType(form, annotation)
    if (!withWords.includes(type)) return
    if (type === textField && calls.FPDFAnnot_GetFormFieldFlags(form, annotation) & password) return
    const value = readString(pdfium, (pointer, length) =>
      calls.FPDFAnnot_GetFormFieldValue(form, annotation, pointer, length),
    ).trim()
    const box = boxOf(pdfium, annotation, frame)
    if (value !== '' && box) fields.push({ value: cutAt(value, maxValue), box })
  })
  return fields
}
