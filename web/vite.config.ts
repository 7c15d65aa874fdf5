import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pagesAhead } from './build/pages-ahead.ts'
import { precompress } from './build/precompress.ts'

const api = process.env.API ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [react(), pagesAhead(), precompress()],
  build: {
    // The content policy allows fonts from our own origin only, so nothing may be inlined as a data: address.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // A page asks for a few files of some size, and not for one for each component.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/].*)[\\/]/,
              priority: 2,
            },
            {
              name: 'shared',
              priority: 1,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 120_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
})
