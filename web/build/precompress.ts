import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes .br and .gz beside every text file, so that the server does not have to compress files; the public pages are filled first. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }) {
        for (const name of await readdir(dir, { recursive: true })) {
          if (!/\.(js|css|html|svg)$/.test(name) || name.startsWith('site/')) continue
          const content = await readFile(join(dir, name))
          await writeFile(join(dir, `${name}.br`), brotliCompressSync(content))
          await writeFile(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
