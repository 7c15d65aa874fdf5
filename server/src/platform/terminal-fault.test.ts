import { expect, test } from 'vitest'
import { StartFault } from './errors.ts'
import { terminalFault } from './terminal-fault.ts'

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })

test('what an administrator can mend is said in plain words, without a stack', () => {
  expect(terminalFault(new StartFault('DATA_DIR is not set'))).toBe('DATA_DIR is not set')
  expect(terminalFault(withCode('ENOSPC', 'ENOSPC: no space left on device, write'))).toBe(
    'There is no space left on a disk or in a store: ENOSPC: no space left on device, write',
  )
  expect(terminalFault(withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'))).toMatch(
    /^A disk, a store or the network does not answer/,
  )
})

test('any other error keeps its stack', () => {
  expect(terminalFault(new TypeError('x is not a function'))).toContain('terminal-fault.test')
})
