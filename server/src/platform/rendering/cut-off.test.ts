import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isCutOff } from './cut-off.ts'
import { pdfOf } from './samples.ts'

const image = sharp({ create: { width: 90, height: 90, channels: 3, background: 'teal' } })

test('a file without its end is told from a whole one, also where other bytes follow it', async () => {
  const files: [string, Buffer][] = [
    ['application/pdf', await pdfOf(['A deed'])],
    ['image/png', await image.png().toBuffer()],
    ['image/jpeg', await image.jpeg().toBuffer()],
  ]
  for (const [type, bytes] of files) {
    expect([type, isCutOff(type, bytes)]).toEqual([type, false])
    expect([type, isCutOff(type, Buffer.concat([bytes, Buffer.alloc(500)]))]).toEqual([type, false])
    expect([type, isCutOff(type, bytes.subarray(0, bytes.length / 2))]).toEqual([type, true])
  }
  expect(isCutOff('text/plain', Buffer.from('A text has no end'))).toBe(false)
})
