import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './build/chunks.ts'
import { pagesAhead } from './build/pages-ahead.ts'
import { precompress } from './build/precompress.ts'
import { sitePages } from './build/site-pages.ts'
import { unusedStyles } from './build/unused-styles.ts'

const api = process.env.API ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [react(), unusedStyles(), pagesAhead(), sitePages(), precompress()],
  build: {
    // The content policy allows fonts from our own origin only, so nothing may be inlined as a data: address.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', account: 'src/account.tsx' },
      preserveEntrySignatures: 'exports-only',
      output: {
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: chunks,
        // Browsers that know this comment compile a file whole while it arrives, beside the main thread, instead of each function when it is called (ADR 64).
        postBanner: '//# allFunctionsCalledOnLoad',
      },
    },
  },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
})
