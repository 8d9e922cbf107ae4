import { expect, it } from 'vitest'
import { createClient, rowsOf } from './index.ts'

const numbers = Array.from({ length: 5 }, (_, place) => ({ place }))
const asked: (string | null)[] = []
const client = createClient({
  url: 'http://localhost:8080',
  fetch: async (address) => {
    const { searchParams } = new URL(address instanceof Request ? address.url : address)
    asked.push(searchParams.get('page'))
    const first = (Number(searchParams.get('page')) - 1) * 2
    const context = { devices: numbers.slice(first, first + 2), total: 5 }
    return Response.json({ success: true, status: 200, message: '', context })
  },
})

it('asks for page after page, until all are there', async () => {
  const rows: unknown[] = []
  for await (const row of rowsOf(client.allDevices, { query: { size: 2 } })) rows.push(row)
  expect(rows).toEqual(numbers)
  expect(asked.splice(0)).toEqual(['1', '2', '3'])
})

it('takes no call whose rows it would not know, or which has no pages', () => {
  // @ts-expect-error -- it answers several arrays.
  rowsOf(client.allEntities)
  // @ts-expect-error -- it takes no page.
  rowsOf(client.deviceFacets)
  rowsOf(client.allDevices)
  expect(asked).toEqual([])
})
