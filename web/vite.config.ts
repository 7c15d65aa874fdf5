import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env.API ?? 'http://127.0.0.1:3001'

/** Writes .br and .gz beside every text file, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      for (const name of await readdir(dir, { recursive: true })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue
        const content = await readFile(join(dir, name))
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(content))
        await writeFile(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), precompress()],
  // The content policy allows fonts from our own origin only, so nothing may be inlined as a data: address.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
})
