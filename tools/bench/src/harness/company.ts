import { hashCredential } from '@carewatch/platform/credentials/device-credentials'
import { hashPassword } from '@carewatch/platform/credentials/password'
import pg from 'pg'
import { accounts } from './accounts.ts'

export const MANAGER = { email: 'manager@bench.test', password: 'carewatch' } as const

const COMPANY = `with company as (insert into companies (name, code) values ('Bench', 'BENCH') returning id),
  branch as (insert into branches (company_id, name, code) select id, 'Bench', 'BENCH' from company returning id, company_id)
  insert into users (first_name, user_name, email, password_hash, role, company_id)
    select 'Manager', 'manager', $1, $2, 'MANAGER', company_id from branch
    returning company_id, (select id from branch) as branch_id`

const DEVICES = `with made as (
    insert into devices (imei, name, device_model, is_sold, company_id, branch_id, credential_hash)
      select imei, 'Watch ' || imei, 'native', true, $1, $2, hash from unnest($3::text[], $4::bytea[]) as one (imei, hash)
      returning id, uuid, imei),
  status as (insert into device_status (device_id) select id from made),
  settings as (insert into watch_settings (device_id) select id from made)
  select id, uuid, imei from made order by imei`

export type BenchDevice = { id: number; uuid: string; imei: string }

/** One company with a manager and this many registered watches. */
export async function makeCompany(databaseUrl: string, count: number): Promise<BenchDevice[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const company = await client.query<{ company_id: number; branch_id: number }>(COMPANY, [
      MANAGER.email,
      await hashPassword(MANAGER.password),
    ])
    const all = accounts(count)
    const { rows } = await client.query<BenchDevice>(DEVICES, [
      company.rows[0]?.company_id,
      company.rows[0]?.branch_id,
      all.map(({ username }) => username),
      all.map(({ password }) => hashCredential(password)),
    ])
    // Not of what is empty: PostgreSQL would plan for tables that stay so.
    await client.query('analyze companies, branches, users, devices, device_status, watch_settings')
    await client.query('checkpoint')
    return rows
  } finally {
    await client.end()
  }
}
