import { appPages, isAppPage } from '@deedbox/contract/app-pages.ts'
import { publicPages } from '@deedbox/contract/site.ts'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './routes.tsx'

const pathsOf = (route: RouteObject): string[] => [
  ...(route.path ? [route.path] : []),
  ...(route.children ?? []).flatMap(pathsOf),
]

test('the application has a route for each page of the table, and no other', () => {
  const paths = routes.flatMap(pathsOf).filter((path) => path !== '*')
  expect(paths.sort()).toEqual([...appPages].sort())
})

test('an address is a page as the router reads it', () => {
  for (const path of ['/login', '/Login/', '/documents/upload', '/documents/7', '/clients/Smith%20%26%20Co.'])
    expect(isAppPage(path), path).toBe(true)
  for (const path of [
    '/',
    '/log',
    '/documents/7/8',
    '/favicon.ico',
    '/documents/shared/',
    '/admin',
    '//login',
  ])
    expect(isAppPage(path), path).toBe(path === '/documents/shared/')
  for (const { path } of publicPages) expect(isAppPage(path), path).toBe(false)
})
