import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { withVariables } from './env-file.ts'

it('sets variables where they stood, adds the others, and leaves the rest as it was written', () => {
  const before = '# Ours\nHOST=127.0.0.1\nexport DEMO = true\n\nSMTP_URL=smtp://old\n'
  expect(withVariables(before, { DEMO: 'false', HTTP_PORT: '8080', SMTP_URL: undefined })).toBe(
    '# Ours\nHOST=127.0.0.1\nDEMO=false\n\nHTTP_PORT=8080\n',
  )
  expect(withVariables('', { DEMO: 'false' })).toBe('DEMO=false\n')
})

it('sets a variable that stands there twice once', () => {
  expect(withVariables('A=1\nA=2\n', { A: '3' })).toBe('A=3\n')
})

it.each(['plain', 'with # and spaces', "it's", 'say "so"', 'a$HOME', 'smtp://user:p%40ss@host:587', ''])(
  'is read back as it was: %j',
  (value) => {
    expect(parseEnv(withVariables('B=1\n', { A: value }))).toEqual({ A: value, B: '1' })
    const folder = mkdtempSync(join(tmpdir(), 'carewatch-env-'))
    const file = join(folder, '.env')
    writeFileSync(file, withVariables('', { CAREWATCH_TRIED: value }))
    try {
      process.loadEnvFile(file)
      expect(process.env.CAREWATCH_TRIED).toBe(value)
    } finally {
      delete process.env.CAREWATCH_TRIED
      rmSync(folder, { recursive: true })
    }
  },
)

it('refuses what no quote holds', () => {
  expect(() => withVariables('', { A: `'"\`` })).toThrow('quote')
})
