import { allModels } from '@carewatch/contracts/http/models'
import { call } from '../../http/call.ts'
import type { Option } from '../../ui/form/fields.ts'

/** The models that can be registered, by name. */
export async function findModels(typed: string): Promise<Option[]> {
  const { models } = await call(allModels, {
    query: { size: 50, ...(typed.trim() && { search: typed.trim() }) },
  })
  return models.map(({ name }) => ({ value: name, label: name }))
}
