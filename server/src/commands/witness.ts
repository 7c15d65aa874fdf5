import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { ProofError } from '@deedbox/proof/error.ts'
import { openWitness, serveWitness, type Witness } from '../insight/log/witness.ts'
import { StartFault } from '../platform/errors.ts'
import { runCommand, say } from './command.ts'

const USAGE = `npm run witness -- --folder FOLDER --name NAME --log KEY   cosigns the heads of logs, so that none can show two histories
  --folder FOLDER   where its own key and the last head of each log stand; never restore it from an older copy
  --name NAME       its name, such as witness.example.com/deeds
  --log KEY         the key of a log, as /.well-known/deedbox-log shows it in its first line; may be said several times
  --host, --port    where it listens (127.0.0.1 and 7380); a proxy in front adds TLS`

const MAX_PORT = 65_535

/** Opens the witness; a name or a key that is none is for the operator to mend. */
function opened(options: Parameters<typeof openWitness>[0]): Witness {
  try {
    return openWitness(options)
  } catch (error) {
    if (error instanceof ProofError)
      throw new StartFault(`--name or --log is wrong: ${error.message}\n\n${USAGE}`)
    throw error
  }
}

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
  if (!/^\d+$/.test(port) || Number(port) > MAX_PORT)
    throw new StartFault(`--port is a number up to ${MAX_PORT}.`)
  const witness = opened({ folder, name, logs })
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
