import { API_KEY_NAME_MAX, newApiKey as endpoint } from '@carewatch/contracts/http/api-keys'
import { allBranches } from '@carewatch/contracts/http/branches'
import { scopes } from '@carewatch/contracts/scopes'
import { useState } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, type Values, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { KeyMade } from './KeyMade.tsx'
import { scopeName } from './scope-name.ts'

type Props = DialogProps['newApiKey']
type Loaded = { branches: readonly Option[] }

const MOST_BRANCHES = 200
const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** A day of the viewer's calendar, as the field has it. */
const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`

const fieldsOf = (intl: IntlShape, { branches }: Loaded): readonly Field[] => [
  {
    kind: 'text',
    name: 'name',
    label: 'apiKeys.name',
    hint: 'apiKeys.nameHint',
    required: true,
    maxLength: API_KEY_NAME_MAX,
  },
  {
    kind: 'multiSelect',
    name: 'scopes',
    label: 'apiKeys.scopes',
    hint: 'apiKeys.scopesHint',
    required: true,
    options: scopes.map((value) => ({ value, label: scopeName(intl, value) })),
  },
  {
    kind: 'multiSelect',
    name: 'branchUUIDs',
    label: 'page.branches',
    hint: 'apiKeys.branchesHint',
    options: branches,
  },
  {
    kind: 'date',
    name: 'expiresAt',
    label: 'apiKeys.expiresAt',
    hint: 'apiKeys.expiresHint',
    firstShown: dayOf(new Date()),
  },
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

/** Good until the end of the day that was chosen; no branch is every branch. */
function bodyOf({
  branchUUIDs,
  expiresAt,
  ...values
}: Values & { branchUUIDs: string[]; expiresAt: string }) {
  return withoutEmpty({
    ...values,
    branchUUIDs: branchUUIDs.length > 0 ? branchUUIDs : undefined,
    expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59`).toISOString() : undefined,
  })
}

function NewKey({
  props: { companyUuid },
  loaded,
  close,
}: {
  props: Props
  loaded: Loaded
  close: () => void
}) {
  const intl = useIntl()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useEndpointForm({
    endpoint,
    initial: {
      name: '',
      scopes: [] as string[],
      branchUUIDs: [] as string[],
      expiresAt: '',
      companyUUID: companyUuid ?? '',
      password: '',
    },
    body: bodyOf,
    onDone: (made) => {
      setSecret(made.secret)
      reloadScreens()
    },
  })
  if (secret) return <KeyMade secret={secret} close={close} />
  return (
    <EndpointForm form={form} submit="apiKeys.add" onCancel={close}>
      <Fields form={form} fields={fieldsOf(intl, loaded)} />
    </EndpointForm>
  )
}

async function load({ companyUuid }: Props): Promise<Loaded> {
  const { branches } = await call(allBranches, { query: { size: MOST_BRANCHES, companyUuid } })
  return { branches: branches.map(({ uuid, name }) => ({ value: uuid, label: name })) }
}

export const newApiKey = dialog<Props, Loaded>({ title: 'apiKeys.add', load, Body: NewKey })
