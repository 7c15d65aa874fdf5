import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, home } from '../scripts/lib.mjs'
import { commands } from './commands.mjs'
import { contents, stage } from './stage.mjs'

// `npm run trial -- package` installs the package and uses it. This test checks that it contains everything that the server loads.
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
    // Assets built for production, although NODE_ENV is 'test' here.
    const assets = join(folder, 'web/dist/assets')
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
    const forDevelopment = scripts.filter((name) =>
      readFileSync(join(assets, name), 'utf8').includes('Download the React DevTools'),
    )
    expect([scripts.length > 10, forDevelopment]).toEqual([true, []])
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
    for (const one of ['better-auth', 'fastify', '@mantine/core', 'Node.js', '@img/sharp-libvips-linux-x64'])
      expect(licences).toMatch(new RegExp(`^${one} \\d`, 'm'))
  })

  test('has a list of its parts, each with its version, licence and checksum, and every part in it', () => {
    const text = readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')
    const { bomFormat, metadata, components, dependencies } = JSON.parse(text)
    expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual([
      'CycloneDX',
      'deedbox',
      '1.2.3',
    ])
    const listed = components.map(({ purl }) => decodeURIComponent(purl))
    expect(listed).toHaveLength(new Set(listed).size)
    const manifests = readdirSync(join(folder, 'node_modules'), { recursive: true }).filter((path) =>
      /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
    )
    expect(manifests.length).toBeGreaterThan(100)
    for (const path of manifests) {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8'))
      expect(listed).toContain(`pkg:npm/${name}@${version}`)
    }
    // Packages in the bundles of server and web client, and Node.
    for (const name of ['npm/fastify', 'npm/@mantine/core', 'generic/node'])
      expect(listed).toContainEqual(expect.stringContaining(`pkg:${name}@`))
    for (const name of ['vitest', 'vite', 'typescript', '@deedbox/server'])
      expect(listed).not.toContainEqual(expect.stringContaining(`pkg:npm/${name}@`))
    const lacks = (what) => components.filter((one) => one[what]?.length !== 1).map(({ name }) => name)
    // Packages that state their licence in a text only, which THIRD-PARTY-LICENCES.txt contains.
    expect(lacks('licenses').sort()).toEqual(['combine-errors', 'png-js'])
    expect(lacks('hashes')).toEqual(['Node.js'])
    const refs = new Set(components.map((one) => one['bom-ref']))
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
    const again = mkdtempSync(join(tmpdir(), 'deedbox-package-'))
    stage({ home, folder: again, version: '1.2.3', withNode: false })
    expect(readFileSync(join(again, 'sbom.cdx.json'), 'utf8')).toBe(text)
    rmSync(again, { recursive: true })
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
