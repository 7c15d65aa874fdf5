import { createHash } from 'node:crypto'
import postcss from 'postcss'
import type { Plugin } from 'vite'

/** Class of a Mantine component, which its code names and nobody else. */
const componentClass = /\.(m_[0-9a-f]+)/g

/** Returns a style sheet without the rules that hold only for components that no script has. */
export function withoutUnused(css: string, scripts: readonly string[]): string {
  const used = new Map<string, boolean>()
  const isUsed = (name: string) => {
    const known = used.get(name) ?? scripts.some((code) => code.includes(name))
    used.set(name, known)
    return known
  }
  const sheet = postcss.parse(css)
  sheet.walkRules((rule) => {
    const names = [...rule.selector.matchAll(componentClass)].flatMap(([, name]) => name ?? [])
    if (names.length > 0 && !names.some(isUsed)) rule.remove()
  })
  return sheet.toString()
}

/**
 * Leaves the styles of Mantine's components that Deedbox does not use out of the style sheet, which every first page waits for: a third of it. Its name is made
 * anew, as a file that is kept for good may not change under its name.
 */
export function unusedStyles(): Plugin {
  return {
    name: 'unused-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
        const scripts = files.flatMap((file) => (file.type === 'chunk' ? file.code : []))
        const assets = files.filter((file) => file.type === 'asset')
        for (const { fileName, source } of assets.filter((file) => file.fileName.endsWith('.css'))) {
          const css = withoutUnused(Buffer.from(source).toString(), scripts)
          const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8)
          const name = fileName.replace(/-[^-.]+\.css$/, `-${hash}.css`)
          delete bundle[fileName]
          this.emitFile({ type: 'asset', fileName: name, source: css })
          for (const page of assets.filter((file) => file.fileName.endsWith('.html')))
            page.source = page.source.toString().replaceAll(fileName, name)
        }
      },
    },
  }
}
