import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Progress of a file that is being read: the part so far, and in the end its SHA-256, or null if it cannot be read. */
export type Hashed = { part: number } | { sha256: string | null }

const say = (hashed: Hashed) => postMessage(hashed)

/** Reads the file piece by piece, so that a file of any size needs little memory. */
async function hash(file: File) {
  const sum = sha256.create()
  let [read, said] = [0, 0]
  const reader = file.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    sum.update(piece.value)
    read += piece.value.length
    if (read - said > 8_000_000) {
      say({ part: read / file.size })
      said = read
    }
  }
  say({ sha256: bytesToHex(sum.digest()) })
}

addEventListener(
  'message',
  ({ data }: MessageEvent<File>) => void hash(data).catch(() => say({ sha256: null })),
)
