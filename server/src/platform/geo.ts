import { stat } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import type { CityResponse, Reader } from 'maxmind'
import type { Logger } from 'pino'

export type Geo = {
  /**
   * Names the place of an address: 'Sydney, New South Wales, Australia', or 'This network' for one that is not of the internet. Null if it
   * is not known, and always without a database. Nothing leaves this machine.
   */
  placeOf(address: string | null): string | null
  /** Opens the file again if it has changed. */
  refresh(): Promise<void>
  close(): void
}

const everyMs = 60_000

/**
 * Opens a MaxMind database (GeoLite2 City, for example), and again whenever the file has changed. Without one, or with one
 * that cannot be read, no place is known; the latter is logged.
 */
export async function openGeo(file: string | undefined, logger: Logger): Promise<Geo> {
  if (!file) return { placeOf: () => null, refresh: async () => {}, close: () => {} }
  let reader: Reader<CityResponse> | null = null
  /** The file as it was when it was last tried. */
  let tried = ''

  async function refresh(): Promise<void> {
    let mark = 'missing'
    try {
      const { mtimeMs, size, ino } = await stat(file as string)
      mark = `${mtimeMs} ${size} ${ino}`
      if (mark === tried) return
      const { open } = await import('maxmind')
      reader = await open<CityResponse>(file as string, { cache: { max: 1_000 } })
    } catch (error) {
      // The database that could be read before is kept: places seldom move.
      if (mark !== tried)
        logger.warn({ file, error: messageOf(error) }, 'GEO_DATABASE could not be read: places are not known')
    }
    tried = mark
  }
  await refresh()
  const timer = setInterval(refresh, everyMs).unref()

  return {
    placeOf(address) {
      if (!reader || address === null || isIP(address) === 0) return null
      if (isInside(address)) return 'This network'
      if (isIP(address) === 6 && reader.metadata.ipVersion === 4) return null
      return placeIn(reader.get(address))
    },
    refresh,
    close: () => clearInterval(timer),
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

/** Names city, state and country, as far as they are known, none twice (Singapore). */
function placeIn(found: CityResponse | null): string | null {
  const names = [found?.city?.names?.en, found?.subdivisions?.[0]?.names?.en, found?.country?.names?.en]
  const known = new Set(names.filter((name) => name))
  return known.size > 0 ? [...known].join(', ') : null
}

const inside = new BlockList()
inside.addSubnet('10.0.0.0', 8)
inside.addSubnet('100.64.0.0', 10)
inside.addSubnet('127.0.0.0', 8)
inside.addSubnet('169.254.0.0', 16)
inside.addSubnet('172.16.0.0', 12)
inside.addSubnet('192.168.0.0', 16)
inside.addAddress('::1', 'ipv6')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fe80::', 10, 'ipv6')

/** Tells whether an address is one of this machine or of a private network. */
const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
