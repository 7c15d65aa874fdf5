import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, home } from '../scripts/lib.mjs'
import { commands } from './commands.mjs'
import { contents, stage } from './stage.mjs'

// `npm run trial -- package` installs the package and uses it. Here: whether all that the server loads is in it.
describe.runIf(process.platform === 'linux')('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deedbox-package-'))
  const has = (path) => existsSync(join(folder, path))
  beforeAll(async () => {
    await build()
    stage({ home, folder, version: '1.2.3', withNode: false })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('holds every package that the bundle imports, and what these import', () => {
    const { specifiers } = contents(home)
    expect(specifiers).toContain('better-auth/minimal')
    const script = `
      const find = (name) => import.meta.resolve(name, 'file://${folder}/server/dist/main.js')
      const places = ${JSON.stringify(specifiers)}.map(find)
      for (const place of places) if (!/\\.(wasm|ttf)$/.test(place)) await import(place)
      // Loads a package when it is first used.
      await (await import(find('@react-email/render'))).pretty('<p>a</p>')
      process.stdout.write(places.join('\\n'))`
    const options = { cwd: join(folder, 'server/dist'), encoding: 'utf8' }
    const flags = ['--experimental-import-meta-resolve', '--input-type=module', '-e', script]
    const places = execFileSync(process.execPath, flags, options).split('\n')
    expect(places).toHaveLength(specifiers.length)
    for (const place of places) {
      expect(place).toMatch(`file://${folder}/`)
      expect(existsSync(place.slice('file://'.length)), place).toBe(true)
    }
  })

  test('holds nothing that no installation needs, and every licence', () => {
    expect(['server/dist/main.js', 'server/dist/rendering-worker.js', 'web/dist/index.html'].every(has)).toBe(
      true,
    )
    expect(['server/drizzle/meta/_journal.json', 'LICENSE', 'README.md', 'operations.md'].every(has)).toBe(
      true,
    )
    expect(['demo.js', 'testing-serve.js', 'main.js.map'].some((name) => has(`server/dist/${name}`))).toBe(
      false,
    )
    expect(['vite', 'drizzle-kit', 'vitest', 'typescript'].some((name) => has(`node_modules/${name}`))).toBe(
      false,
    )
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
    for (const one of ['better-auth', 'fastify', '@mantine/core', 'Node.js', '@img/sharp-libvips-linux-x64'])
      expect(licences).toMatch(new RegExp(`^${one} \\d`, 'm'))
  })

  test('has a launcher for exactly the commands that are built', () => {
    const run = (...args) =>
      execFileSync(join(folder, 'bin/deedbox'), args, { encoding: 'utf8', stdio: 'pipe' })
    expect(run('--version')).toBe('deedbox 1.2.3\n')
    const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    for (const { name, entry } of commands) {
      const built = existsSync(join(home, `server/dist/${entry}.js`))
      expect(run('help').includes(`\n  ${name} `), name).toBe(built)
      expect(name in scripts, `npm run ${name}`).toBe(built)
    }
    expect(() => run('nonsense')).toThrow('no command nonsense')
  })
})
