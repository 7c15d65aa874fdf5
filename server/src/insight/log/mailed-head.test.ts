import { checkpointText } from '@deedbox/proof/checkpoint.ts'
import { ed25519Signer, signNote } from '@deedbox/proof/note.ts'
import { expect, test } from 'vitest'
import { headInMail } from './mailed-head.ts'

const signer = ed25519Signer('deedbox.example/log/0123456789abcdef', new Uint8Array(32).fill(7))
const root = new Uint8Array(32).fill(9)
const note = signNote(checkpointText({ origin: signer.key.name, size: 1_234, root }), [signer])

test('a head is read out of an email, however it was quoted or wrapped', () => {
  const mails = [
    note,
    `Please keep this email.\r\n\r\n${note.replaceAll('\n', '\r\n\r\n')}\r\nThe key:`,
    note
      .split('\n')
      .map((line) => `> > ${line}`)
      .join('\n'),
    `Hello\n\n${note.replace(/(.{70})/g, '$1\n')}\nBye`,
  ]
  for (const mail of mails) expect(headInMail(mail, signer.key)).toMatchObject({ size: 1_234, root })
})

test('a head of another key, a changed one, and none are refused', () => {
  const other = ed25519Signer(signer.key.name, new Uint8Array(32).fill(8)).key
  expect(() => headInMail(note, other)).toThrow()
  expect(() => headInMail(note.replace('\n1234\n', '\n1235\n'), signer.key)).toThrow('wrong')
  expect(() => headInMail('Good morning', signer.key)).toThrow('no head')
})
