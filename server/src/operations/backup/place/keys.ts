import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { WrongKeyFault } from './fault.ts'

/** Makes a new pair of keys: the private one opens backups, and is nowhere but where the administrator keeps it. */
export async function newBackupKey(): Promise<{ privateKey: string; publicKey: string }> {
  const privateKey = await generateX25519Identity()
  return { privateKey, publicKey: await identityToRecipient(privateKey) }
}

const PREFIX = 'AGE-SECRET-KEY-1'
/** Characters of a whole private key: the prefix, 32 bytes in bech32 and its checksum. */
const CHARACTERS = 74

/** Returns the decrypter of backups for a private key. @throws WrongKeyFault that says what the text is, when it is not a private key. */
export async function opener(privateKey: string): Promise<{ decrypter: Decrypter; publicKey: string }> {
  const lines = privateKey.split('\n').map((line) => line.trim())
  const key = lines.find((line) => line.startsWith(PREFIX))
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(key ?? '')
    return { decrypter, publicKey: await identityToRecipient(key ?? '') }
  } catch (cause) {
    throw new WrongKeyFault(
      whatItIs(
        lines.find((line) => line !== '' && !line.startsWith('#')),
        key,
      ),
      { cause },
    )
  }
}

/** Names the kind of text given instead of a private key; quotes nothing of it. */
function whatItIs(first = '', key = PREFIX.startsWith(first) && first !== '' ? first : undefined): string {
  if (key === undefined)
    return first.startsWith('age1')
      ? `This is a public backup key, which only encrypts. The private one begins with ${PREFIX}`
      : `This is not a private backup key: it begins with ${PREFIX}`
  if (key.length < CHARACTERS)
    return `The private backup key is cut off: it has ${key.length} of ${CHARACTERS} characters. Take all of it, from ${PREFIX} on`
  if (key.length > CHARACTERS)
    return `The private backup key has ${key.length} characters instead of ${CHARACTERS}: something else follows it on its line`
  return 'The private backup key has a wrong character: compare it with where it is kept'
}
