import { expect, test } from 'vitest'
import { type Element, parseXml, xmlEvents } from './xml.ts'

const parse = (xml: string | Buffer): Element => parseXml(Buffer.from(xml))
const element = (name: string, attrs = {}, ...children: (Element | string)[]) => ({ name, attrs, children })
const codeOf = (xml: string): string => {
  try {
    return parse(xml).name
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('elements have the usual prefixes of their namespaces, whatever theirs are', () => {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main'
  const open = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'
  expect(parse(`<a:p xmlns:a="${word}" a:id="1" id="2"><a:r/></a:p>`)).toEqual(
    element('w:p', { 'xmlns:a': word, 'w:id': '1', id: '2' }, element('w:r')),
  )
  expect(parse(`<p xmlns="${strict}"><t xmlns="${open}"/><u/></p>`).children).toEqual([
    element('text:t', { xmlns: open }),
    element('w:u'),
  ])
  expect(parse('<own:p xmlns:own="urn:x"/>').name).toBe('own:p')
})

test('texts are whole, with the entities of XML itself, across the pieces that are parsed at once', () => {
  expect(
    parse('<?xml version="1.0"?><!-- <b> --><a b="&lt;&quot;&b;">1 &amp; &#x41;<![CDATA[<&]]> &b;</a>\n'),
  ).toEqual(element('a', { b: '<"&b;' }, '1 & A<& &b;'))
  const long = 'é&amp;'.repeat(100_000)
  expect(parse(`<a>${long}<b c="${long}"/></a>`)).toEqual(
    element('a', {}, long.replaceAll('&amp;', '&'), element('b', { c: long.replaceAll('&amp;', '&') })),
  )
})

test('a document that breaks off, has a document type or is beyond a limit is refused', () => {
  const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
  expect(codeOf(nested(200))).toBe('a')
  expect(codeOf(nested(202))).toBe('too-large')
  const attributes = (count: number) =>
    `<a ${Array.from({ length: count }, (_, n) => `a${n}=''`).join(' ')}/>`
  expect(codeOf(attributes(1_000))).toBe('a')
  expect(codeOf(attributes(1_001))).toBe('too-large')
  for (const broken of [
    '',
    'hello',
    '<a>',
    '<a><b></a',
    '<a b="',
    '<!-- <a/>',
    '<!DOCTYPE a><a/>',
    '<a><!ENTITY b "c"></a>',
  ])
    expect(codeOf(broken), broken).toBe('unreadable')
})

test('the start of a document is read as far as it goes, in the encoding of the whole', () => {
  const whole = Buffer.from('<a>é遺</a>')
  for (let cut = 6; cut < 9; cut++) {
    const text = [...xmlEvents(whole.subarray(0, cut), { cut: true })].map((event) =>
      event.kind === 'text' ? event.text : event.kind,
    )
    expect(text.join(' '), `${cut}`).toBe(cut < 8 ? 'open é' : 'open é遺')
  }
})
