import {
  companyDetails,
  MAX_GRACE_DAYS,
  newCompany,
  updateCompany,
} from '@carewatch/contracts/http/companies'
import { MAX_IDLE_MINUTES, MIN_IDLE_MINUTES } from '@carewatch/contracts/idle'
import { sourcePinnings } from '@carewatch/contracts/proof'
import { twoStepRoles } from '@carewatch/contracts/roles'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type IntlShape, useIntl } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { findPeople, known } from '../../ui/people/lookups.ts'

type Loaded = { company: Reply<typeof companyDetails>['company'] | undefined }
type Company = NonNullable<Loaded['company']>

const grace: Field = {
  kind: 'number',
  name: 'graceDays',
  label: 'companies.graceDays',
  hint: 'companies.graceHint',
  min: 0,
  max: MAX_GRACE_DAYS,
}

type Shown = { company: Company | undefined; isAdmin: boolean }

const fieldsOf = (intl: IntlShape, { company, isAdmin }: Shown): readonly Field[] => [
  { kind: 'text', name: 'name', label: 'companies.name', required: true, maxLength: 100 },
  { kind: 'text', name: 'code', label: 'companies.code', required: true, half: true, maxLength: 32 },
  {
    kind: 'lookup',
    name: 'manager',
    label: 'companies.manager',
    half: true,
    find: findPeople('MANAGER'),
    known: known(company?.manager),
  },
  { kind: 'longText', name: 'address', label: 'companies.address', maxLength: 300 },
  {
    kind: 'tags',
    name: 'bookmarkValues',
    label: 'companies.bookmarkValues',
    hint: 'companies.bookmarkHint',
    maxTags: 50,
  },
  {
    kind: 'select',
    name: 'sourcePinning',
    label: 'companies.sourcePinning',
    hint: 'companies.sourcePinningHint',
    options: sourcePinnings.map((value) => ({
      value,
      label: intl.formatMessage({ id: `companies.pinning.${value}` }),
    })),
  },
  {
    kind: 'multiSelect',
    name: 'twoStepRoles',
    label: 'companies.twoStepRoles',
    hint: 'companies.twoStepHint',
    options: twoStepRoles.map((value) => ({ value, label: intl.formatMessage({ id: `role.${value}` }) })),
  },
  {
    kind: 'group',
    name: 'idleMinutes',
    legend: 'companies.idleMinutes',
    fields: twoStepRoles.map((role) => ({
      kind: 'number',
      name: `idleMinutes.${role}`,
      label: `role.${role}`,
      half: true,
      min: MIN_IDLE_MINUTES,
      max: MAX_IDLE_MINUTES,
    })),
  },
  ...(isAdmin ? [grace] : []),
]

const initialOf = ({ company, isAdmin }: Shown) => ({
  name: company?.name ?? '',
  code: company?.code ?? '',
  address: company?.address ?? '',
  manager: company?.manager?.uuid ?? null,
  bookmarkValues: company?.bookmarkValues ?? [],
  sourcePinning: company?.sourcePinning ?? 'WARN',
  twoStepRoles: company?.twoStepRoles ?? [],
  idleMinutes: Object.fromEntries(twoStepRoles.map((role) => [role, company?.idleMinutes[role] ?? ''])),
  ...(isAdmin && { graceDays: company?.graceDays ?? 14 }),
})

function AddCompany({ close }: { close: () => void }) {
  const intl = useIntl()
  const shown = { company: undefined, isAdmin: useMay()(newCompany) }
  const form = useEndpointForm({
    endpoint: newCompany,
    initial: initialOf(shown),
    body: ({ idleMinutes, ...rest }) => ({ ...withoutEmpty(rest), idleMinutes: withoutEmpty(idleMinutes) }),
    onDone: () => {
      close()
      showDone('done.added')
    },
  })
  return (
    <EndpointForm form={form} submit="companies.add" onCancel={close}>
      <Fields form={form} fields={fieldsOf(intl, shown)} />
    </EndpointForm>
  )
}

function EditCompany({ company, close }: { company: Company; close: () => void }) {
  const intl = useIntl()
  const shown = { company, isAdmin: useMay()(newCompany) }
  const form = useEndpointForm({
    endpoint: updateCompany,
    params: { uuid: company.uuid },
    initial: initialOf(shown),
    body: ({ address, manager, idleMinutes, ...rest }) => ({
      ...withoutEmpty(rest),
      idleMinutes: withoutEmpty(idleMinutes),
      address: address || null,
      manager: manager || null,
      updatedAt: company.updatedAt.toISOString(),
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fieldsOf(intl, shown)} />
    </EndpointForm>
  )
}

/** Without a company it takes in a new one. */
export const addCompanyPopover = dialog<{ uuid?: string }, Loaded>({
  title: 'companies.dialog',
  suffix: (_, { company }) => company?.name,
  load: async ({ uuid }) => ({
    company: uuid ? (await call(companyDetails, { params: { uuid } })).company : undefined,
  }),
  Body: ({ loaded: { company }, close }) =>
    company ? <EditCompany company={company} close={close} /> : <AddCompany close={close} />,
})
