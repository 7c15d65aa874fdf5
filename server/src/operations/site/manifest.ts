import { fileTypes } from '@deedbox/contract/file-types.ts'

/** Places of the icons, and their sizes in pixels. A 'maskable' one has room at its edge for the phone to cut. */
const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/**
 * Returns the manifest, by which a phone puts Deedbox on its home screen and into its menu to share files (W3C Web Application Manifest, Web Share
 * Target). `web/public/share-worker.js` takes the files.
 */
export const webManifest = (name: string): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name.slice(0, 12).trim(),
    description: 'Trust deeds, wills and other documents, kept and shared for a limited time.',
    lang: 'en-AU',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#FBFAF7',
    theme_color: '#FBFAF7',
    icons,
    share_target: {
      action: '/documents/upload/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [{ name: 'files', accept: Object.keys(fileTypes).map((extension) => `.${extension}`) }],
      },
    },
  })
