import { createCompany, createUser } from '@carewatch/migrations/factories'
import { users } from '@carewatch/migrations/schema/people'
import { hashPassword } from '@carewatch/platform/credentials/password'
import { testDatabase } from '@carewatch/platform/database/testing'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFirstAdmin } from '../first-admin.ts'
import { openDemo } from './demo-accounts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => (database = await testDatabase()))
afterEach(() => database.drop())

const asked = { ADMIN_EMAIL: 'ruth@house.test', ADMIN_PASSWORD: 'three words of hers' }
const admins = () => database.db.select().from(users).where(eq(users.email, asked.ADMIN_EMAIL))

describe('the demo', () => {
  it('is refused where DEMO=false, by the command that keeps what else is there', async () => {
    const company = await createCompany(database.db)
    await createUser(database.db, { email: 'admin@demo.test' })
    await createUser(database.db, { email: 'owner@other.test', role: 'OWNER', companyId: company.id })
    const look = () => openDemo({ DEMO: false, HOST: '127.0.0.1' }, database.url)
    expect(await look()).toMatchObject([{ mend: expect.stringContaining('begin-anew') }])
    await createCompany(database.db)
    expect(await look()).toMatchObject([{ mend: expect.stringContaining('close-demo') }])
    await database.db.update(users).set({ isActive: false })
    expect(await look()).toEqual([])
  })

  it('with its known password is refused on an address that others reach, and nowhere else', async () => {
    await createUser(database.db, { email: 'admin@demo.test' })
    await createUser(database.db, { email: 'ruth@house.test', passwordHash: await hashPassword('her own') })
    const look = (HOST: string) => openDemo({ DEMO: true, HOST }, database.url)
    expect(await look('127.0.0.1')).toEqual([])
    expect(await look('0.0.0.0')).toMatchObject([{ why: expect.stringMatching(/^1 accounts have/) }])
    const behindProxy = { DEMO: true, HOST: '127.0.0.1', PUBLIC_URL: 'https://care.house.test' }
    expect(await openDemo(behindProxy, database.url)).toMatchObject([
      { why: expect.stringContaining('PUBLIC_URL=https://care.house.test') },
    ])
    await database.db.update(users).set({ passwordHash: await hashPassword('another') })
    expect(await look('0.0.0.0')).toEqual([])
  })
})

describe('the first administrator', () => {
  it('is made beside a demo that is closed, and once', async () => {
    await createUser(database.db, { email: 'admin@demo.test', isActive: false })
    expect(await createFirstAdmin(database.url, asked)).toBeUndefined()
    expect(await createFirstAdmin(database.url, { ...asked, ADMIN_PASSWORD: 'another one' })).toBeUndefined()
    expect(await admins()).toMatchObject([{ role: 'ADMIN', isActive: true }])
  })

  it('is not made beside another, which is said', async () => {
    await createUser(database.db)
    expect(await createFirstAdmin(database.url, asked)).toContain('create-admin ruth@house.test')
    expect(await admins()).toEqual([])
  })

  it('is made where the only other may not sign in any more', async () => {
    await createUser(database.db, { isActive: false })
    expect(await createFirstAdmin(database.url, asked)).toBeUndefined()
    expect(await admins()).toHaveLength(1)
  })

  it('that cannot be made is refused: the address is somebody else’s, or everybody knows the password', async () => {
    const known = { ...asked, ADMIN_PASSWORD: 'Carewatch' }
    await expect(createFirstAdmin(database.url, known)).rejects.toThrow('everybody knows')
    await createUser(database.db, { email: 'Ruth@house.test', role: 'OWNER' })
    await expect(createFirstAdmin(database.url, asked)).rejects.toThrow('somebody else has that address')
  })

  it('that nobody asked for is missed aloud', async () => {
    expect(await createFirstAdmin(database.url, {})).toContain('Nobody can sign in')
    await createUser(database.db)
    expect(await createFirstAdmin(database.url, {})).toBeUndefined()
  })
})
