import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { floors, webFloors } from './floors.ts'

const root = join(import.meta.dirname, '../..')

/** Lists what a file imports, as it is written there. */
const namesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
    ([, name = '']) => name,
  )

/** Lists every file of the product with what it imports, as paths below `folder`; tests and what they share may import anything. */
function importsOf(folder: string): { file: string; imported: string }[] {
  const isTest = /\.(test|testing|child)\.tsx?$|^testing\//
  return globSync('**/*.{ts,tsx}', { cwd: join(root, folder) })
    .filter((file) => !isTest.test(file))
    .flatMap((file) =>
      namesIn(join(root, folder, file))
        .filter((name) => /^\..*\.tsx?$/.test(name))
        .map((name) => ({ file, imported: normalize(join(dirname(file), name)) })),
    )
}

/** Returns the floor of a file of the server, and its room there; the file that puts the floors together is above them all. */
function placeOf(file: string): { floor: number; room: string | undefined } {
  const [first = '', second = '', ...rest] = file.split('/')
  const floor = floors.findIndex(({ name }) => name === first)
  return {
    floor: floor === -1 ? floors.length : floor,
    room: floor !== -1 && rest.length > 0 ? second : undefined,
  }
}

function mayImport(from: ReturnType<typeof placeOf>, to: ReturnType<typeof placeOf>): boolean {
  if (from.floor !== to.floor) return from.floor > to.floor
  const rooms = floors[from.floor]?.rooms
  if (!rooms || rooms === 'free' || !from.room || !to.room || from.room === to.room) return true
  return rooms[from.room]?.includes(to.room) ?? false
}

test('the server imports from its own room, from the floors below, and from the rooms that its room names', () => {
  const imports = importsOf('server/src')
  expect(imports.length).toBeGreaterThan(1_000)
  const wrong = imports.filter(({ file, imported }) => !mayImport(placeOf(file), placeOf(imported)))
  expect(wrong.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('every folder of the server is a floor, every folder of a floor a room', () => {
  const folders = globSync('server/src/*/*/', { cwd: root, withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )
  const known = [...floors.map(({ name }) => name), 'commands', 'testing']
  const strange = folders.filter(({ parentPath, name }) => {
    const above = parentPath.split('/').at(-1) ?? ''
    const rooms = floors.find((floor) => floor.name === above)?.rooms
    return !known.includes(above) || (rooms !== undefined && rooms !== 'free' && !(name in rooms))
  })
  expect(strange.map(({ parentPath, name }) => join(parentPath, name))).toEqual([])
})

test('a room that names another one imports it', () => {
  const imports = importsOf('server/src').map(({ file, imported }) => `${dirname(file)}/ > ${imported}`)
  const idle = floors.flatMap(({ name, rooms }) =>
    rooms === 'free'
      ? []
      : Object.entries(rooms).flatMap(([room, named]) =>
          named
            .filter(
              (other) =>
                !imports.some(
                  (one) =>
                    one.startsWith(`${name}/${room}/`) &&
                    one.split(' > ')[1]?.startsWith(`${name}/${other}/`),
                ),
            )
            .map((other) => `${name}/${room} names ${other}`),
        ),
  )
  expect(idle).toEqual([])
})

test('the web client imports from the floors below, and no domain imports another one', () => {
  const floorOf = (file: string) => {
    const [first = ''] = file.split('/')
    if (!file.includes('/')) return webFloors.length
    const named = webFloors.indexOf(first)
    return named === -1 ? webFloors.indexOf('domains') : named
  }
  const wrong = importsOf('web/src').filter(({ file, imported }) => {
    if (imported.startsWith('..')) return false
    const [from, to] = [floorOf(file), floorOf(imported)]
    return (
      from < to ||
      (from === to && from === webFloors.indexOf('domains') && file.split('/')[0] !== imported.split('/')[0])
    )
  })
  expect(wrong.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('the converter imports nothing of ours, and is imported by its name', () => {
  const files = globSync('convert/src/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(30)
  const outside = files.flatMap((file) =>
    namesIn(join(root, file))
      .filter((name) =>
        name.startsWith('.')
          ? !normalize(join(dirname(file), name)).startsWith('convert/')
          : name.startsWith('@deedbox/'),
      )
      .map((name) => `${file} imports ${name}`),
  )
  const around = globSync('{server,web,e2e,bench,trials,contract}/{src,demo}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => namesIn(join(root, file)).some((name) => /^\..*\/convert\/src\//.test(name)))
    .map((file) => `${file} imports it by its path`)
  expect([...outside, ...around]).toEqual([])
})

test('the contract imports neither server nor web, neither Node nor React', () => {
  const files = globSync('contract/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const wrong = files.flatMap((file) =>
    namesIn(join(root, file))
      .filter((name) => /^node:|^react|\/(server|web)\/|^fastify|^drizzle/.test(name))
      .map((name) => `${file} imports ${name}`),
  )
  expect(wrong).toEqual([])
})
