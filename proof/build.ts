import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'

const page = (name: string) => join(import.meta.dirname, 'page', name)

async function bundle(name: string, platform: 'browser' | 'node'): Promise<string> {
  const { output } = await build({
    input: page(name),
    platform,
    write: false,
    external: platform === 'node' ? /^node:/ : [],
    output: { format: 'esm', minify: true, sourcemap: false },
  })
  const [chunk] = output
  if (output.length !== 1 || chunk.type !== 'chunk') throw new Error(`${name} must be one file.`)
  return chunk.code
}

/** Makes the page and the program that verify evidence, the same bytes from the same sources. @returns their contents by name */
export async function makeVerifier(): Promise<{ 'verify.html': string; 'verify.mjs': string }> {
  const [script, program, html] = await Promise.all([
    bundle('page.ts', 'browser'),
    bundle('program.ts', 'node'),
    readFile(page('verify.html'), 'utf8'),
  ])
  // A function, as `$` in the script would mean something in a text.
  const inlined = script.trim().replaceAll('</script', '<\\/script')
  return { 'verify.html': html.replace('/*PROGRAM*/', () => inlined), 'verify.mjs': `${program.trim()}\n` }
}

/** Writes both into a folder; other processes never see half of one. */
export async function buildVerifier(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(await makeVerifier())) {
    await writeFile(join(folder, `${name}.${process.pid}`), content)
    await rename(join(folder, `${name}.${process.pid}`), join(folder, name))
  }
}
