import { writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'
import { buildVerifier } from '../proof/build.ts'

/**
 * Packages that stay in node_modules: they hold machine code or look for files beside themselves, or are loaded only
 * when they are first needed (or by the demonstration).
 */
const outside = [
  ...['@electric-sql', '@embedpdf', 'sharp', 'pg-native'],
  ...[
    '@aws-sdk',
    '@better-auth',
    '@better-fetch',
    'better-auth',
    'better-call',
    'file-type',
    'postal-mime',
    'age-encryption',
  ],
  ...['@react-email', 'react', 'react-dom', 'nodemailer'],
  ...['fflate', 'fontkit', 'pdf-lib', 'pdfkit'],
]

/** Writes which files and packages each file of the bundle loads, for `npm run package`. */
const imports: Plugin = {
  name: 'imports',
  writeBundle({ dir = '' }, files) {
    const chunks = Object.values(files).filter((file) => file.type === 'chunk')
    const list = chunks.map((chunk) => {
      const resolved = chunk.code.matchAll(/import\.meta\.resolve\("([^"]+)"\)/g)
      const all = [...chunk.imports, ...chunk.dynamicImports, ...[...resolved].map(([, name]) => name)]
      return [chunk.fileName, all.sort()]
    })
    writeFileSync(join(dir, 'imports.json'), JSON.stringify(Object.fromEntries(list), null, 1))
  },
}

/** Puts what verifies evidence beside the bundle. */
const verifier: Plugin = {
  name: 'verifier',
  writeBundle: ({ dir = '' }) => buildVerifier(dir),
}

/**
 * The server in few files, with the packages that every start loads: to find and read their 700 files one by one takes
 * two thirds of a start and half of the memory (docs/adr/0005-bundled-server.md). E-mail templates are TSX.
 */
export default defineConfig({
  input: {
    main: join(import.meta.dirname, 'src/main.ts'),
    migrate: join(import.meta.dirname, 'src/migrate.ts'),
    backup: join(import.meta.dirname, 'src/commands/backup.ts'),
    restore: join(import.meta.dirname, 'src/commands/restore.ts'),
    keys: join(import.meta.dirname, 'src/commands/keys.ts'),
    log: join(import.meta.dirname, 'src/commands/log.ts'),
    'verify-log': join(import.meta.dirname, 'src/commands/verify-log.ts'),
    witness: join(import.meta.dirname, 'src/commands/witness.ts'),
    verify: join(import.meta.dirname, 'src/commands/verify.ts'),
    import: join(import.meta.dirname, 'src/import.ts'),
    demo: join(import.meta.dirname, 'demo/main.ts'),
    // The browser stories alone start it; a deployment never does.
    'testing-serve': join(import.meta.dirname, 'src/testing/serve.ts'),
    'database-builder': join(import.meta.dirname, 'src/db/embedded.build.ts'),
    'database-watchdog': join(import.meta.dirname, 'src/db/watchdog.worker.ts'),
    'rendering-worker': join(import.meta.dirname, 'src/platform/rendering/worker.ts'),
  },
  platform: 'node',
  external: (id) =>
    builtinModules.includes(id) ||
    id.startsWith('node:') ||
    outside.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [imports, verifier],
  // All in one folder: the worker is found beside whatever file starts it.
  output: {
    dir: join(import.meta.dirname, 'dist'),
    format: 'esm',
    sourcemap: true,
    cleanDir: true,
    chunkFileNames: '[name]-[hash].js',
  },
})
