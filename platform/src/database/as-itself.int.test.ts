import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asItself } from './as-itself.ts'
import { type Db, openRelational, openScoped } from './client.ts'
import { forCompany } from './company-scope.ts'
import { STAFF } from './service-roles.ts'
import { asService, testDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let scoped: ReturnType<typeof openScoped>
beforeAll(async () => {
  database = await testDatabase()
  scoped = openScoped(asService(database.url, 'api'), 1)
})
afterAll(async () => {
  await scoped.close()
  await database.drop()
})

const roleOn = async (db: Db): Promise<unknown> =>
  (await db.execute(sql`select current_setting('role') as role`)).rows[0]?.role

describe('what the interface asks as itself on behalf of staff', () => {
  it('is asked as nobody’s staff, and what comes after it as theirs again', async () => {
    const { db } = scoped
    const roles = await forCompany(1, async () => [
      await roleOn(db),
      await asItself(db, () => roleOn(db)),
      await roleOn(db),
    ])
    expect(roles).toEqual([STAFF, 'none', STAFF])
  })

  it('is so within a transaction, also where it is refused', async () => {
    const refused = new Error('refused')
    const roles = await forCompany(1, () =>
      scoped.db.transaction(async (tx) => {
        const itself = await asItself(tx, () => asItself(tx, () => roleOn(tx)))
        const after = await roleOn(tx)
        const failed = asItself(tx, () => Promise.reject(refused))
        await expect(failed).rejects.toBe(refused)
        return [itself, after, await roleOn(tx)]
      }),
    )
    expect(roles).toEqual(['none', STAFF, STAFF])
    const broken = forCompany(1, () =>
      scoped.db.transaction((tx) => asItself(tx, () => tx.execute(sql`select 1 / 0`))),
    )
    await expect(broken).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await forCompany(1, () => roleOn(scoped.db))).toBe(STAFF)
  })

  it('changes nothing where companies are not kept apart', async () => {
    const { db, close } = openRelational(asService(database.url, 'api'), 1)
    const role = await forCompany(1, () =>
      db.transaction(async (tx) => {
        await asItself(tx, () => roleOn(tx))
        return roleOn(tx)
      }),
    )
    expect(role).toBe('none')
    await close()
  })
})
