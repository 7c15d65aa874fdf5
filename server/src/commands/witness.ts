import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { openWitness, serveWitness } from '../insight/log/witness.ts'
import { StartFault } from '../platform/errors.ts'
import { runCommand, say } from './command.ts'

const USAGE = `npm run witness -- --folder FOLDER --name NAME --log KEY   cosigns the heads of logs, so that none can show two histories
  --folder FOLDER   where its own key and the last head of each log stand; never restore it from an older copy
  --name NAME       its name, such as witness.example.com/deeds
  --log KEY         the key of a log, as /.well-known/deedbox-log shows it in its first line; may be said several times
  --host, --port    where it listens (127.0.0.1 and 7380); a proxy in front adds TLS`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      name: { type: 'string' },
      log: { type: 'string', multiple: true, default: [] },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '7380' },
      help: { type: 'boolean' },
    },
  })
  const { folder, name, log: logs, host, port } = values
  if (values.help) return say(USAGE)
  if (folder === undefined || name === undefined || logs.length === 0) throw new StartFault(USAGE)
  const witness = openWitness({ folder, name, logs })
  const server = serveWitness(witness).listen(Number(port), host)
  await once(server, 'listening')
  const { port: listening } = server.address() as AddressInfo
  say(
    `The witness listens on http://${host}:${listening}. Its key, for those who check:\n${witness.verifierKey}`,
  )
  process.once('SIGTERM', () => server.close())
  process.once('SIGINT', () => server.close())
  await once(server, 'close')
}

runCommand(main)
