import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const enough = {
  DATABASE_URL: 'postgres://carewatch@127.0.0.1/carewatch',
  JWT_SECRET: 'x'.repeat(32),
  SERVICE_SECRET: 'secret',
}

it('starts with the defaults when only the secrets and the database are given', () => {
  expect(readEnv(enough)).toMatchObject({ HTTP_PORT: 8080, HOST: '127.0.0.1', LOG_LEVEL: 'info' })
})

it('names the wrong variable and what it takes, not its value', () => {
  expect(() => readEnv({ ...enough, HTTP_PORT: 'eighty', JWT_SECRET: 'short' })).toThrow(
    /^HTTP_PORT must be a port number; JWT_SECRET must be at least 32 characters$/,
  )
})

it('takes an empty variable as one that is not set', () => {
  expect(readEnv({ ...enough, METRICS_PORT: '' }).METRICS_PORT).toBeUndefined()
})
