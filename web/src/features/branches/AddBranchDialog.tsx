import { type Branch, branchDetails, newBranch, updateBranch } from '@carewatch/contracts/http/branches'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { findCompanies, findPeople } from '../../ui/people/lookups.ts'

type Loaded = { branch: Branch | undefined; nurses: readonly Option[] }

const zones: readonly Option[] = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

const fieldsOf = ({ branch, nurses }: Loaded): readonly Field[] => [
  { kind: 'text', name: 'name', label: 'branches.name', required: true, maxLength: 100 },
  { kind: 'text', name: 'code', label: 'branches.code', required: true, half: true, maxLength: 32 },
  { kind: 'select', name: 'timeZone', label: 'branches.timeZone', half: true, options: zones },
  ...(branch
    ? []
    : [
        {
          kind: 'lookup',
          name: 'companyId',
          label: 'branches.company',
          required: true,
          find: findCompanies,
        } as const,
      ]),
  { kind: 'multiSelect', name: 'nurses', label: 'branches.nurses', options: nurses },
  {
    kind: 'tags',
    name: 'roomStatuses',
    label: 'branches.roomStatuses',
    hint: 'branches.roomStatusesHint',
    maxTags: 50,
  },
]

const initialOf = (branch: Branch | undefined) => ({
  name: branch?.name ?? '',
  code: branch?.code ?? '',
  timeZone: branch?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  nurses: branch?.nurses.map(({ uuid }) => uuid) ?? [],
  roomStatuses: branch?.roomStatuses ?? [],
})

type Props = { loaded: Loaded; close: () => void }

function AddBranch({ loaded, close }: Props) {
  const form = useEndpointForm({
    endpoint: newBranch,
    initial: { ...initialOf(undefined), companyId: '' },
    onDone: () => {
      close()
      showDone('done.added')
    },
  })
  return (
    <EndpointForm form={form} submit="branches.add" onCancel={close}>
      <Fields form={form} fields={fieldsOf(loaded)} />
    </EndpointForm>
  )
}

function EditBranch({ branch, loaded, close }: Props & { branch: Branch }) {
  const form = useEndpointForm({
    endpoint: updateBranch,
    params: { uuid: branch.uuid },
    initial: initialOf(branch),
    body: (values) => ({ ...withoutEmpty(values), updatedAt: branch.updatedAt.toISOString() }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fieldsOf(loaded)} />
    </EndpointForm>
  )
}

async function load({ uuid }: { uuid?: string }): Promise<Loaded> {
  const [branch, found] = await Promise.all([
    uuid ? call(branchDetails, { params: { uuid } }).then((answer) => answer.branch) : undefined,
    findPeople('SUPERVISOR')(''),
  ])
  const chosen = branch?.nurses.map(({ uuid: value, name: label }) => ({ value, label })) ?? []
  const others = found.filter(({ value }) => !chosen.some((nurse) => nurse.value === value))
  return { branch, nurses: [...chosen, ...others] }
}

/** Without a branch it opens a new one. */
export const addBranchPopover = dialog<{ uuid?: string }, Loaded>({
  title: 'branches.dialog',
  suffix: (_, { branch }) => branch?.name,
  load,
  Body: ({ loaded, close }) =>
    loaded.branch ? (
      <EditBranch branch={loaded.branch} loaded={loaded} close={close} />
    ) : (
      <AddBranch loaded={loaded} close={close} />
    ),
})
