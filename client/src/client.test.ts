import { describe, expect, it } from 'vitest'
import { CarewatchError, createClient } from './index.ts'

const url = 'http://localhost:8080'
const uuid = '00000000-0000-0000-0000-000000000000'

const answering = (body: string, status: number, type: string) =>
  createClient({
    url,
    fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
  })

describe('an answer that is none of Carewatch', () => {
  it.each([
    ['a page', '<html></html>', 200, 'text/html'],
    ['nothing that says it is JSON', '', 502, 'application/json'],
    ['a page that says it is JSON', '<html></html>', 503, 'application/json'],
    ['null', 'null', 200, 'application/json'],
    ['a text', '"ok"', 200, 'application/json'],
    ['another object', '{"ok":true}', 200, 'application/json'],
    ['null that refuses', 'null', 500, 'application/json'],
  ])('%s is thrown as a CarewatchError', async (_, body, status, type) => {
    const error: unknown = await answering(body, status, type)
      .validateToken()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CarewatchError)
    expect(error).toMatchObject({ status, context: null, message: `Carewatch cannot be reached: ${status}` })
  })

  it('leaves an answer of Carewatch as it is', async () => {
    const body = JSON.stringify({ success: true, status: 200, message: '', context: null })
    expect(await answering(body, 200, 'application/json').logout()).toBe(null)
  })
})

describe('a parameter of the path', () => {
  const asked: string[] = []
  const client = createClient({
    url,
    fetch: async (address) => {
      asked.push(address instanceof Request ? address.url : String(address))
      return new Response('{"success":true,"context":{}}')
    },
  })

  it.each(['.', '..'])('%s is refused before it is sent', async (dots) => {
    await expect(client.deviceDetail({ params: { uuid: dots } })).rejects.toThrow(RangeError)
    expect(asked).toEqual([])
  })

  it('is sent in its place, whatever it holds', async () => {
    await client.deviceDetail({ params: { uuid } })
    await client.deviceDetail({ params: { uuid: '../all?x' } })
    expect(asked.splice(0)).toEqual([
      `${url}/api/devices/detail/${uuid}`,
      `${url}/api/devices/detail/..%2Fall%3Fx`,
    ])
  })
})
