import fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerErrors } from './errors.ts'

const coded = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) })

/** As pg says it, without a code: of a connection that did not come to be, and of one that was waited for. */
it.each(['timeout expired', 'timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
  'a database that does not answer (%s) is away for now',
  async (message) => {
    const app = fastify({ logger: false })
    app.decorateRequest('language', 'en')
    answerErrors(app)
    app.get('/', () => Promise.reject(new Error('Failed query', { cause: new Error(message) })))
    expect((await app.inject('/')).statusCode).toBe(503)
  },
)

it.each([
  ['a session that was ended', '57P01', 503],
  ['a primary that became a replica', '25006', 503],
  ['one of two who waited for each other', '40P01', 503],
  ['a row that is there already', '23505', 500],
])('%s (%s) is answered %i', async (_what, code, status) => {
  const app = fastify({ logger: false })
  app.decorateRequest('language', 'en')
  answerErrors(app)
  app.get('/', () => Promise.reject(coded(code)))
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
})

it('what nobody foresaw is answered without its inside, and written down with it', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  app.decorateRequest('language', 'en')
  answerErrors(app)
  app.get('/', () => Promise.reject(new TypeError('of the inside')))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.body.includes('inside')]).toEqual([500, false])
  const written = lines.map((line) => JSON.parse(line) as { msg: string; err?: { message: string } })
  expect(written.filter(({ msg }) => msg === 'request failed')).toMatchObject([
    { route: '/', err: { message: 'of the inside', stack: expect.stringContaining('errors.test') } },
  ])
})
