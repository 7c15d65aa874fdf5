import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { WrongKeyFault } from './fault.ts'

/** A new pair of keys: the private one opens backups, and is nowhere but where the administrator keeps it. */
export async function newBackupKey(): Promise<{ privateKey: string; publicKey: string }> {
  const privateKey = await generateX25519Identity()
  return { privateKey, publicKey: await identityToRecipient(privateKey) }
}

/** What opens backups. @throws WrongKeyFault when the text is not a private key. */
export async function opener(privateKey: string): Promise<{ decrypter: Decrypter; publicKey: string }> {
  const key = privateKey
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('AGE-SECRET-KEY-1'))
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(key ?? '')
    return { decrypter, publicKey: await identityToRecipient(key ?? '') }
  } catch (cause) {
    throw new WrongKeyFault('This is not a private backup key: it begins with AGE-SECRET-KEY-1', { cause })
  }
}
