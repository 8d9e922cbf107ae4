import { expect, test } from 'vitest'
import { readList } from './read-list.ts'

test('columns stand in any order, under their own or other words', () => {
  expect(readList('Name;Model;IMEI;imsi;Phone\nRoom 1;native;355688120000017;42501;050-1\n')).toEqual({
    rows: [
      {
        name: 'Room 1',
        deviceModel: 'native',
        imei: '355688120000017',
        imsi: '42501',
        mobileNumber: '050-1',
      },
    ],
    unknown: [],
    missing: [],
  })
})

test('a comma in quotes belongs to the name, and empty cells and lines say nothing', () => {
  const { rows } = readList('\uFEFFimei,imsi,name,deviceModel\n1,2,"Levi, Dana",native\n,,,\n\n3,4,,native')
  expect(rows).toEqual([
    { imei: '1', imsi: '2', name: 'Levi, Dana', deviceModel: 'native' },
    { imei: '3', imsi: '4', deviceModel: 'native' },
  ])
})

test('what nobody knows is named, and what is missing', () => {
  expect(readList('imei,colour\n1,red')).toMatchObject({
    unknown: ['colour'],
    missing: ['imsi', 'name', 'deviceModel'],
  })
})

test('an empty file holds nothing', () => {
  expect(readList('')).toEqual({ rows: [], unknown: [], missing: ['imei', 'imsi', 'name', 'deviceModel'] })
})
