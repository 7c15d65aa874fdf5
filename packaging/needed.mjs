/** Files that no program loads, in any package. */
const never = [
  /\.(d\.[cm]?ts|[cm]?ts|tsx|map|md|markdown|flow)$/i,
  /(^|\/)(tests?|__tests__|docs?|examples?|benchmarks?)\//,
  /(^|\/)(\.|(tsconfig|jsconfig)[^/]*\.json$|[^/]+\.config\.[cm]?js$)/,
]

/** Files of the large packages that the server does not load. */
const unneeded = [
  // Extensions of PostgreSQL other than pg_trgm.
  ['@electric-sql/pglite', /^dist\/(?!pg_trgm)[^/]+\.tar\.gz$|\.cjs$|^dist\/(live|worker|node-postgres)\//],
  ['@expo-google-fonts/inter', /^(?!(400Regular|700Bold)(_Italic)?\/)[^/]+\/|^index\.|\.ttf\.meta$/],
  ['@aws-sdk/', /^dist-(es|types|browser)\//],
  ['@smithy/', /^dist-(es|types|browser)\//],
  ['@embedpdf/pdfium', /^dist\/(index\.browser\.js|index\.cjs|vendor\/)/],
  ['prettier', /^(?!package\.json|LICENSE|standalone\.mjs|plugins\/html\.mjs)/],
  ['pdfkit', /^js\/pdfkit\.(browser|old|standalone)|^(tools|types)\//],
  ['fontkit', /^dist\/browser/],
  ['kysely', /^dist\/cjs\//],
  [
    'react-dom',
    /^(cjs\/.*(client|profiling|\.browser\.|\.bun\.|\.edge\.|test-utils)|client|profiling|test-utils)/,
  ],
  ['drizzle-orm', /\.cjs$/],
  ['semver', /^bin\//],
  ['@swc/helpers', /^scripts\//],
  ['zod', /^src\/|\.cjs$/],
  ['nodemailer', /^(src|types)\//],
]

/** Tells whether the packaged server may need this file (`dist/index.js`) of this package (`better-auth`). */
export function isNeeded(name, file) {
  if (/(^|\/)(licen[cs]e|copying|notice)/i.test(file)) return true
  if (never.some((pattern) => pattern.test(file))) return false
  return !unneeded.some(
    ([which, pattern]) =>
      (which.endsWith('/') ? name.startsWith(which) : name === which) && pattern.test(file),
  )
}
