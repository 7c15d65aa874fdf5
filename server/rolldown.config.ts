import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'

/** The server in few files: it starts quicker than from its sources, and e-mail templates are TSX. Packages stay outside. */
export default defineConfig({
  input: {
    main: join(import.meta.dirname, 'src/main.ts'),
    demo: join(import.meta.dirname, 'src/demo/main.ts'),
    // For the browser stories only; a deployment never starts it.
    'testing-serve': join(import.meta.dirname, 'src/testing/serve.ts'),
    'database-builder': join(import.meta.dirname, 'src/db/embedded.build.ts'),
    'rendering-worker': join(import.meta.dirname, 'src/platform/rendering/worker.ts'),
  },
  platform: 'node',
  external: (id) =>
    builtinModules.includes(id) ||
    id.startsWith('node:') ||
    (!/^[./]/.test(id) && !id.startsWith('@deedbox/')),
  // All in one folder: the worker is found beside whatever file starts it.
  output: {
    dir: join(import.meta.dirname, 'dist'),
    format: 'esm',
    sourcemap: true,
    cleanDir: true,
    chunkFileNames: '[name]-[hash].js',
  },
})
