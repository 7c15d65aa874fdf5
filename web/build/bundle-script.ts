import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')

/** Builds a script of its own, one file that shares nothing with the application: `src/…/<name>.ts` becomes `assets/<name>-<hash>.js`. */
export async function bundleScript(path: string): Promise<{ name: string; code: string }> {
  const { output } = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path,
        output: { entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  const [{ fileName, code }] = output
  return { name: fileName, code }
}
