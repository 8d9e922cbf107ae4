import type pg from 'pg'
import type { Model } from './manifest.ts'

const MOVED = `
select k.name, k.format, k.has_sleep as "hasSleep" from device_models k where exists (
  select from devices d join moved_devices m on m.id = d.id where d.device_model = k.name) order by 1`

/** The models of the watches that go. */
export const modelsOf = async (client: pg.ClientBase): Promise<Model[]> =>
  (await client.query<Model>(MOVED)).rows

const HERE = 'select name, format from device_models where name = any($1::text[])'

/** A model that is here by the same name and speaks otherwise: its watches would not be understood. */
export async function otherModels(client: pg.ClientBase, models: readonly Model[]): Promise<string[]> {
  const { rows } = await client.query<Model>(HERE, [models.map(({ name }) => name)])
  const here = new Map(rows.map(({ name, format }) => [name, format]))
  const others = models.filter(({ name, format }) => (here.get(name) ?? format) !== format)
  return others.map(
    ({ name, format }) => `the model ${name} speaks ${here.get(name)} here, and ${format} there`,
  )
}

const ADD = `
insert into device_models (name, format, has_sleep) select * from unnest($1::text[], $2::text[], $3::boolean[]) on conflict (name) do nothing`

export async function addModels(client: pg.ClientBase, models: readonly Model[]): Promise<void> {
  await client.query(ADD, [
    models.map(({ name }) => name),
    models.map(({ format }) => format),
    models.map(({ hasSleep }) => hasSleep),
  ])
}
