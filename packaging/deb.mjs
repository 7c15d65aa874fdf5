import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const maintainer = 'The Deedbox engineers <support@deedbox.example>'
const scripts = ['postinst', 'prerm', 'postrm']

const control = (version, kilobytes) => `Package: deedbox
Version: ${version}
Section: web
Priority: optional
Architecture: amd64
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: adduser, init-system-helpers (>= 1.52), libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 8)
Recommends: caddy | nginx | haproxy
Suggests: postgresql (>= 15), clamav-daemon, libreoffice-writer-nogui, libreoffice-calc-nogui, tesseract-ocr
Description: documents kept and shared by trust administrators
 Trust administrators and legal professionals keep deeds, wills and other
 documents in Deedbox, share them for a limited time, and can prove later who
 saw what. It brings its own Node and an embedded database.
`

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Deedbox

Files: *
Copyright: the Deedbox engineers
License: Apache-2.0
 On Debian systems the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
Comment:
 The package contains works of others, with licences of their own:
 /usr/share/doc/deedbox/THIRD-PARTY-LICENCES.txt.gz names them all.
`

/**
 * Makes the Debian package from a staged folder (stage.mjs), with dpkg-deb. The same input and `epoch` give the same bytes.
 * @param epoch seconds since 1970, the time of every file
 */
export function makeDeb({ home, staged, version, epoch, file }) {
  const root = `${staged}.deb`
  rmSync(root, { recursive: true, force: true })
  const path = (...names) => {
    const full = join(root, ...names)
    mkdirSync(dirname(full), { recursive: true })
    return full
  }
  const put = (from, to, mode = 0o644) => {
    cpSync(join(home, 'packaging', from), path(to))
    chmodSync(path(to), mode)
  }
  const write = (to, text, mode = 0o644) => {
    writeFileSync(path(to), text)
    chmodSync(path(to), mode)
  }

  cpSync(staged, path('usr/lib/deedbox'), { recursive: true })
  const thirdParty = readFileSync(join(staged, 'THIRD-PARTY-LICENCES.txt'))
  const parts = readFileSync(join(staged, 'sbom.cdx.json'))
  for (const name of ['LICENSE', 'README.md', 'operations.md', 'THIRD-PARTY-LICENCES.txt', 'sbom.cdx.json'])
    rmSync(path('usr/lib/deedbox', name))
  const doc = 'usr/share/doc/deedbox'
  for (const name of ['README.md', 'operations.md']) cpSync(join(staged, name), path(doc, name))
  write(join(doc, 'copyright'), copyright)
  write(join(doc, 'THIRD-PARTY-LICENCES.txt.gz'), gzipSync(thirdParty, { level: 9 }))
  write(join(doc, 'sbom.cdx.json.gz'), gzipSync(parts, { level: 9 }))
  const date = new Date(epoch * 1_000).toUTCString().replace('GMT', '+0000')
  const entry = `deedbox (${version}) stable; urgency=medium\n\n  * CHANGELOG.md of its sources says what is new.\n\n -- ${maintainer}  ${date}\n`
  write(join(doc, 'changelog.gz'), gzipSync(entry, { level: 9 }))
  put('systemd/deedbox.service', 'usr/lib/systemd/system/deedbox.service')
  put('debian/deedbox.sh', 'usr/bin/deedbox', 0o755)
  put('debian/defaults.env', 'usr/lib/deedbox/defaults.env')
  put('debian/deedbox.env', 'etc/deedbox/deedbox.env')
  put('debian/lintian-overrides', 'usr/share/lintian/overrides/deedbox')

  for (const name of scripts) put(`debian/${name}`, `DEBIAN/${name}`, 0o755)
  write('DEBIAN/conffiles', '/etc/deedbox/deedbox.env\n')
  const kilobytes = Number(
    execFileSync('du', ['-sk', '--exclude=DEBIAN', root], { encoding: 'utf8' }).split('\t')[0],
  )
  write('DEBIAN/control', control(version, kilobytes))
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', root])
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  // Level of compression; a higher one takes minutes.
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z2', '--build', root, file], {
    env,
    stdio: 'pipe',
  })
  rmSync(root, { recursive: true })
}
