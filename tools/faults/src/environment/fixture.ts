import { accountAt } from '@carewatch/bench/harness/accounts'
import { type BenchDevice, makeCompany } from '@carewatch/bench/harness/company'
import { WatchConnection } from './watch.ts'
import type { Postgres } from './postgres.ts'

export const NURSE = { email: 'nurse@bench.test', password: 'carewatch', chat: '1' } as const
export const ADMIN = { email: 'admin@bench.test', password: 'carewatch' } as const

/** One nurse with a Telegram who looks after everybody; an administrator with the manager's password. */
const PEOPLE = `
with manager as (select password_hash, company_id, (select id from branches limit 1) as branch_id from users limit 1),
  nurse as (
    insert into users (first_name, user_name, email, password_hash, role, company_id, branch_id, telegram_chat_id, telegram_status)
      select 'Nurse', 'nurse', $1, password_hash, 'SUPERVISOR', company_id, branch_id, $2, 'REGISTERED' from manager
      returning id, company_id),
  admin as (
    insert into users (first_name, user_name, email, password_hash, role)
      select 'Admin', 'admin', $3, password_hash, 'ADMIN' from manager),
  owner as (
    insert into users (first_name, user_name, email, role, company_id, supervisor_id)
      select 'Owner', 'owner', 'owner@bench.test', 'OWNER', company_id, id from nurse returning id)
update devices set owner_id = (select id from owner)`

export type Watch = { device: BenchDevice; connection: WatchConnection }

/** Registered watches, each given out once. */
export async function makeFixture(
  postgres: Pick<Postgres, 'url' | 'ask'>,
  count: number,
  ports: { proxy: number; broker: number },
) {
  const devices = await makeCompany(postgres.url, count)
  await postgres.ask(PEOPLE, [NURSE.email, NURSE.chat, ADMIN.email])
  let next = 0

  /** `isDirect`: past the line, which two thousand would make slow. */
  async function take(wanted: number, { isDirect = false } = {}): Promise<Watch[]> {
    const port = isDirect ? ports.broker : ports.proxy
    const taken = devices.slice(next, (next += wanted))
    if (taken.length < wanted) throw new Error(`The fixture has only ${devices.length} watches.`)
    const watches = taken.map((device) => ({
      device,
      connection: new WatchConnection(port, accountOf(device)),
    }))
    await Promise.all(watches.map(({ connection }) => connection.came()))
    return watches
  }
  return { take, left: () => devices.length - next }
}
export type Fixture = Awaited<ReturnType<typeof makeFixture>>

const MAKER_DIGITS = 8
export const accountOf = ({ imei }: BenchDevice) => accountAt(Number(imei.slice(MAKER_DIGITS)))
