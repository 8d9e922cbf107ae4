import type { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { allModels } from '@carewatch/contracts/http/models'
import type { MetricName } from '@carewatch/contracts/metrics'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { atom, useAtomValue } from 'jotai'
import { call } from '../../http/call.ts'

export type Model = Reply<typeof allModels>['models'][number]

const modelsAtom = atom<ReadonlyMap<string, Model>>(new Map<string, Model>())
let asked: Promise<ReadonlyMap<string, Model>> | undefined

async function ask(): Promise<ReadonlyMap<string, Model>> {
  const { models } = await call(allModels, { query: { size: PAGE_SIZE_MAX } })
  return new Map(models.map((model) => [model.name, model]))
}

modelsAtom.onMount = (set) => {
  asked ??= ask()
  asked.then(set, () => {
    asked = undefined
  })
}

/** What a device of this model reports and can be sent; undefined while that is not known: nothing is kept back then. */
export const useModel = (name: string | undefined): Model | undefined => {
  const models = useAtomValue(modelsAtom)
  return name === undefined ? undefined : models.get(name)
}

type WithCommands = Pick<Reply<typeof deviceDetail>, 'device' | 'commands'>

/** What this watch can be told: an interface of the version before says that only of its model; undefined while that is not known. */
export const useCommands = ({ device, commands }: WithCommands) => {
  const model = useModel(device.deviceModel)
  return commands ?? model?.commands
}

/** Whether a device of this model is known to report none of these. */
export const reportsNone = (model: Model | undefined, metrics: readonly MetricName[]): boolean =>
  model !== undefined && !metrics.some((name) => model.reports.includes(name))

/** Of many makes that speak alike, the one that is named after how they speak: it stands with it in brackets. */
export function likelyModel(models: readonly Model[], format: string | null | undefined): string | undefined {
  const alike = models.filter((model) => model.format === format)
  return (alike.find(({ name }) => name.endsWith(')')) ?? alike[0])?.name
}
