// npm run dev: rebuilds and restarts the server and reloads the web client when a source changes.
import { must, node, run } from './lib.mjs'

const rolldown = [
  'node_modules/rolldown/bin/cli.mjs',
  '-c',
  'server/rolldown.config.ts',
  '--logLevel',
  'warn',
]

export async function dev(serverArguments) {
  await must(node(), rolldown)
  const port = process.env.PORT ?? '3001'
  const bundling = run(node(), [...rolldown, '--watch'])
  const serving = run(
    node(),
    [
      '--watch-path=server/dist',
      '--watch-preserve-output',
      '--enable-source-maps',
      'server/dist/main.js',
      ...serverArguments,
    ],
    { env: { PORT: port, DATA_DIR: process.env.DATA_DIR ?? './data/dev' } },
  )
  const web = run(node(), ['node_modules/vite/bin/vite.js', 'web'], {
    env: { API: `http://127.0.0.1:${port}` },
  })
  await Promise.race([bundling, serving, web])
}
