import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lists all third-party parts of the package as CycloneDX (ECMA-424) JSON: from what `npm sbom` says of the lock file the
 * packages at `paths`, and Node. The same sources give the same bytes.
 * @param paths keys of the lock file, such as `node_modules/react`
 */
export function sbom({ home, lock, version, node, paths }) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const options = { cwd: home, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
  const all = JSON.parse(execFileSync('npm', args, options))
  const ids = new Set(
    paths.map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `${name}@${lock.packages[path].version}`
    }),
  )
  const components = all.components.filter(({ 'bom-ref': ref }) => ids.has(ref))
  const nodeVersion = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8')).version
  const nodeRef = `node@${nodeVersion}`
  components.push({
    'bom-ref': nodeRef,
    type: 'platform',
    name: 'Node.js',
    version: nodeVersion,
    scope: 'required',
    cpe: `cpe:2.3:a:nodejs:node.js:${nodeVersion}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/node@${nodeVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  })
  const root = `deedbox@${version}`
  const direct = new Set(
    ['contract', 'convert', 'proof', 'server', 'web'].flatMap((workspace) =>
      Object.keys(lock.packages[workspace].dependencies ?? {}),
    ),
  )
  const dependencies = [
    {
      ref: root,
      dependsOn: [
        ...components.filter(({ name, group }) => direct.has(group ? `${group}/${name}` : name)),
        { 'bom-ref': nodeRef },
      ].map(({ 'bom-ref': ref }) => ref),
    },
    ...all.dependencies
      .filter(({ ref }) => ids.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => ids.has(one)) })),
  ]
  const hash = createHash('sha256')
    .update(JSON.stringify([root, components]))
    .digest('hex')
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return {
    $schema: all.$schema,
    bomFormat: all.bomFormat,
    specVersion: all.specVersion,
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    version: 1,
    metadata: {
      component: {
        'bom-ref': root,
        type: 'application',
        name: 'deedbox',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies,
  }
}
