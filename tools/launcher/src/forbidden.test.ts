import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './env.ts'

/** What reads what strangers send, or shows it. */
const SERVICES = ['api', 'broker', 'contracts', 'devices', 'ingest', 'platform', 'rules-engine']
const BROWSER = ['web']

/** What helps tests, or makes traffic for them, is no part of a service. */
const FOR_TESTS = /\.test\.tsx?$|\/testing(\/|-|\.)|\/conformance\//

const programsOf = (folders: readonly string[]): { path: string; text: string }[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => /\/(src|worker)\/.*\.tsx?$/.test(path) && !path.includes('node_modules'))
    .filter((path) => !FOR_TESTS.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const services = programsOf(SERVICES)
const all = [...services, ...programsOf(BROWSER)]

type Rule = {
  no: string
  where: typeof all
  pattern: RegExp
  /** A line that it finds. */
  like: string
  but?: Readonly<Record<string, string>>
}

/** What no program does, but for files that say here why they may. */
const rules: Rule[] = [
  {
    no: 'starts a program',
    where: services,
    pattern: /['"](node:)?child_process['"]/,
    like: "import { exec } from 'node:child_process'",
  },
  {
    no: 'writes SQL without parameters',
    where: services,
    pattern: /\bsql\.raw\(/,
    like: 'sql.raw(search)',
    but: { 'api/src/alarms/triage.ts': 'an order of kinds and severities that are constants' },
  },
  {
    no: 'makes an expression of a text',
    where: all,
    pattern: /\bRegExp\(/,
    like: 'new RegExp(search)',
    but: {
      'api/src/papers/redact.ts': 'names, each character taken as itself',
      'contracts/src/unseen.ts': 'a constant',
      'contracts/src/messages/usage.ts': 'of our own source, when it is checked',
    },
  },
  {
    no: 'runs a text',
    where: all,
    pattern: /\beval\(|new Function\(|['"](node:)?vm['"]/,
    like: 'eval(text)',
    but: { 'platform/src/start-memory.ts': 'a constant, which names the collector of garbage' },
  },
  {
    no: 'writes HTML of a text',
    where: all,
    pattern: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|rehype-raw/i,
    like: 'element.innerHTML = name',
  },
  {
    no: 'opens a file',
    where: programsOf(['api', 'ingest', 'rules-engine']),
    pattern: /['"](node:)?fs(\/promises)?['"]/,
    like: "import { readFile } from 'node:fs/promises'",
    but: {
      'api/src/map/archive.ts': 'the map of streets, where it is configured to be',
      'api/src/map/map-file.ts': 'the same, in parts',
      'api/src/plugins/web-files.ts': 'the built web, by its names',
      'api/src/watchdog/measure.ts': 'how full the disk is',
    },
  },
  {
    no: 'asks an address',
    where: services,
    pattern: /\bfetch\(|\{[^}]*\b(get|request)\b[^}]*\} from 'node:https?'|['"](undici|axios|got)['"]/,
    like: 'await fetch(url)',
    but: {
      'api/src/webhooks/receiver/post.ts': 'where a manager said, after it was looked where that is',
      'ingest/src/location/location-service.ts': 'a service of the own network, where one is configured',
      'platform/src/messages/sms/provider.ts': 'the provider that is configured',
    },
  },
  { no: 'leads elsewhere', where: services, pattern: /\.redirect\(/, like: 'reply.redirect(next)' },
  {
    no: 'believes a certificate of anybody',
    where: services,
    pattern: /rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/,
    like: '{ rejectUnauthorized: false }',
  },
  {
    no: 'hashes by what is broken',
    where: all,
    pattern: /['"](sha-?1|md[245]|ripemd\w*)['"]/i,
    like: "createHash('md5')",
    but: {
      'api/src/sms/known.ts': 'HMAC-SHA-1, as Twilio signs',
      'api/src/exports/fhir/name-uuid.ts': 'names of RFC 4122, version 5: no secret',
    },
  },
  {
    no: 'encrypts by another library than Node',
    where: all,
    pattern: /from ['"](crypto-js|node-forge|bcrypt\w*|argon2|sjcl|tweetnacl|elliptic|jose|@noble\/.+)['"]/,
    like: "import { hash } from 'bcrypt'",
    but: {
      'api/src/access/access-tokens.ts': 'signed tokens (JOSE), on Node’s own WebCrypto',
      'api/src/smart/assertion.ts': 'the same',
    },
  },
  {
    no: 'encrypts without authentication',
    where: all,
    pattern: /['"](aes-\d+-(cbc|ecb|ctr|cfb\d*|ofb)|des(-\w+)*|rc4)['"]/i,
    like: "createCipheriv('aes-256-cbc', key, iv)",
    but: {
      'devices/src/kit/aes-block.ts': 'one block, as radios scramble what they send and resolve addresses',
    },
  },
  {
    no: 'draws what may be guessed',
    where: all,
    pattern: /Math\.random\(/,
    like: 'Math.random()',
    but: {
      'web/src/live/live-socket.ts': 'when to try again',
      'web/src/live/start-live.ts': 'when to ask again',
      'web/src/ui/page/use-own-retry.ts': 'when to try again',
    },
  },
  {
    no: 'sets a cookie',
    where: all,
    pattern: /document\.cookie|set-?cookie|@fastify\/cookie/i,
    like: "reply.header('set-cookie', session)",
  },
  {
    no: 'speaks to another window',
    where: all,
    pattern: /\bpostMessage\(|window\.open\(/,
    like: "parent.postMessage(name, '*')",
    but: {
      'api/src/openapi/reader-worker.ts': 'a thread to the one that began it',
      'web/worker/service-worker.ts': 'to the pages of its own origin',
    },
  },
  {
    no: 'embeds a plugin',
    where: all,
    pattern: /<(embed|applet|iframe)\b|<object\s/,
    like: '<embed src="x.swf" />',
  },
]

describe('no program of ours', () => {
  it.each(rules)('$no', ({ where, pattern, like, but = {} }) => {
    const found = where.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
    expect(pattern.test(like)).toBe(true)
    expect(found.toSorted()).toEqual(Object.keys(but).toSorted())
  })
})
