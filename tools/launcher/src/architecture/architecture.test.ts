import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFolders } from '../packages.ts'
import { drawing, withDrawing } from './draw.ts'
import { circlesIn, packageEdges, roomEdges } from './imports.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

describe('imports point one way', () => {
  it('between packages', () => {
    expect(packageEdges(root).length).toBeGreaterThan(20)
    expect(circlesIn(packageEdges(root))).toEqual([])
  })

  it.each(packageFolders(root))('between the rooms of %s', (folder) => {
    expect(circlesIn(roomEdges(root, folder))).toEqual([])
  })

  it('and what does not is found', () => {
    const there = { from: 'a', to: 'b' }
    expect(circlesIn([there, { from: 'b', to: 'c' }])).toEqual([])
    expect(
      circlesIn([there, { from: 'b', to: 'c' }, { from: 'c', to: 'a' }, { from: 'd', to: 'a' }]),
    ).toEqual(['a', 'b', 'c'])
  })
})

it('docs/architecture.md shows what the code imports now', () => {
  const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  expect(withDrawing(page, drawing(root))).toBe(page)
})
