import { branchDetails, updateBranch } from '@carewatch/contracts/http/branches'
import { companyDetails, updateCompany } from '@carewatch/contracts/http/companies'
import type { HouseRoutine } from '@carewatch/contracts/routines'
import { Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import {
  houseRoutineOf,
  routineFields,
  type RoutineValues,
  valuesOf,
} from '../../ui/people/routine-fields.ts'
import { inherited } from '../../ui/people/routine-words.ts'
import { TryHouse } from './TryHouse.tsx'

type Loaded = {
  name: string
  updatedAt: Date
  routine: HouseRoutine
  /** Of a branch: what its company says. */
  behind: HouseRoutine | null
}
type Props = { props: DialogProps['houseRoutine']; loaded: Loaded; close: () => void }
type Values = {
  routine: { inactivity: Omit<RoutineValues, 'checkIn' | 'checkInBy'> } & Pick<
    RoutineValues,
    'checkIn' | 'checkInBy'
  >
}

/** Behind a branch stands its company, though it says nothing. */
const ofCompany = { inactivity: 'COMPANY', checkIn: 'COMPANY' } as const

const flat = ({ routine: { inactivity, ...rest } }: Values): RoutineValues => ({ ...inactivity, ...rest })

function initial({ routine, behind }: Loaded): Values {
  const inherits = {
    inactivity: behind !== null && routine.inactivity === undefined,
    checkIn: behind !== null && routine.checkInBy === undefined,
  }
  const { checkIn, checkInBy, ...inactivity } = valuesOf(inherited(routine).routine, inherits)
  return { routine: { inactivity, checkIn, checkInBy } }
}

const nameOf = (key: keyof RoutineValues): string =>
  key === 'checkIn' || key === 'checkInBy' ? `routine.${key}` : `routine.inactivity.${key}`

function EditHouseRoutine({ props: { uuid, of }, loaded, close }: Props) {
  const intl = useIntl()
  const form = useEndpointForm({
    endpoint: of === 'branch' ? updateBranch : updateCompany,
    params: { uuid },
    initial: initial(loaded),
    body: (values: Values) => ({
      routine: houseRoutineOf(flat(values), of),
      updatedAt: loaded.updatedAt.toISOString(),
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const values = flat(form.values)
  const behind = loaded.behind && { ...inherited(loaded.behind), from: ofCompany }
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id={`routine.why.${of}`} />
      </Text>
      <Fields form={form} fields={routineFields(intl, { values, behind, name: nameOf })} />
      <TryHouse uuid={uuid} of={of} routine={houseRoutineOf(values, of)} />
    </EndpointForm>
  )
}

export const houseRoutine = dialog<DialogProps['houseRoutine'], Loaded>({
  title: 'routine.title',
  suffix: (_, { name }) => name,
  load: async ({ uuid, of }) => {
    if (of === 'company') {
      const { company } = await call(companyDetails, { params: { uuid } })
      const { name, updatedAt, routine = {} } = company
      return { name, updatedAt, routine, behind: null }
    }
    const { branch, routine = {}, companyRoutine = {} } = await call(branchDetails, { params: { uuid } })
    return { name: branch.name, updatedAt: branch.updatedAt, routine, behind: companyRoutine }
  },
  Body: EditHouseRoutine,
})
