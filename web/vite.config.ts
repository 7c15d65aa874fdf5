import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [react()],
  // The content policy allows fonts from our own origin only, so nothing may be inlined as a data: address.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
})
