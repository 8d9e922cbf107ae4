import { describe, expect, it } from 'vitest'
import { isOurs, libraryKey } from './imports.ts'

const root = '/home/me/carewatch'
const api = 'file:///home/me/carewatch/api/src/app.ts'

describe('what a file imports', () => {
  it('is ours where it lies in the project and is no library', () => {
    expect(isOurs(root, api)).toBe(true)
    expect(isOurs(root, 'file:///home/me/carewatch/node_modules/.pnpm/ws@8/index.js')).toBe(false)
    expect(isOurs(root, 'file:///home/me/carewatch-2/api/src/app.ts')).toBe(false)
    expect(isOurs(root, 'node:fs')).toBe(false)
  })

  it('has the same key for all files of a package, and another in another package', () => {
    expect(libraryKey(root, api, 'fastify')).toBe('api fastify')
    expect(libraryKey(root, api.replace('app', 'http/serve'), '@fastify/jwt')).toBe('api @fastify/jwt')
    expect(libraryKey(root, api.replace('api', 'broker'), 'fastify')).toBe('broker fastify')
    expect(libraryKey(root, api.replace('api', 'tools/admin'), 'zod')).toBe('tools/admin zod')
  })

  it.each(['./app.ts', '../x.ts', '/x.ts', '#private', 'node:fs', 'file:///x.ts'])(
    'has none for %s',
    (name) => {
      expect(libraryKey(root, api, name)).toBeUndefined()
    },
  )

  it('has none for what a library imports', () => {
    const library = 'file:///home/me/carewatch/node_modules/.pnpm/x@1/node_modules/x/index.js'
    expect(libraryKey(root, library, 'ws')).toBeUndefined()
    expect(libraryKey(root, '', 'ws')).toBeUndefined()
  })
})
