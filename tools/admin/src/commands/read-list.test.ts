import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readList } from './devices.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-list-'))
afterAll(() => rmSync(folder, { recursive: true }))
const listOf = (text: string) => {
  const file = join(folder, 'list.csv')
  writeFileSync(file, text)
  return readList(file)
}

describe('a list of devices', () => {
  it('is read with its mark, its quotes, its blanks and its empty lines', () => {
    expect(listOf('\uFEFFimei, name\r\n350000000000001," Room ""7"" "\r\n\r\n350000000000002,a\r\n')).toEqual(
      [
        { imei: '350000000000001', name: 'Room "7"' },
        { imei: '350000000000002', name: 'a' },
      ],
    )
  })

  it('may have blanks before a quote', () => {
    expect(listOf('imei, "name"\n1, "Room, 7"\n')).toEqual([{ imei: '1', name: 'Room, 7' }])
  })

  it.each([
    ['a column that is none of ours', 'imei,colour\n1,red', 'column "colour"'],
    ['a line with one value too many', 'imei,name\n1,a\n2,b,c', 'Line 3'],
    ['a line with one too few', 'imei,name\n1', 'Line 2'],
    ['a quote that never ends', 'imei,name\n1,"a', 'cannot be read'],
  ])('is refused with %s', (_, text, why) => {
    expect(() => listOf(text)).toThrow(why)
  })
})
