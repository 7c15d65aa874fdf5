import { expect, test } from 'vitest'
import { withoutUnused } from './unused-styles.ts'

test('styles stay unless they hold only for components that no script has', () => {
  const css =
    '@layer mantine{.m_aa:hover,.m_bb{color:red}.m_bb{color:blue}@media (min-width:1em){.m_bb .x{a:b}.m_aa{c:d}}}.own{e:f}:root{--g:h}'
  expect(withoutUnused(css, ['x="m_aa"'])).toBe(
    '@layer mantine{.m_aa:hover,.m_bb{color:red}@media (min-width:1em){.m_aa{c:d}}}.own{e:f}:root{--g:h}',
  )
})
