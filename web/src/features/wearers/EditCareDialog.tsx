import { type CareFacts, updateWearerCare } from '@carewatch/contracts/http/wearers'
import { fallRisks } from '@carewatch/contracts/wearers'
import { type IntlShape, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'

type Props = DialogProps['editCare']

const long = [
  'allergies',
  'conditions',
  'medicines',
  'mobility',
  'hearingAndSight',
  'howToGetIn',
  'notes',
] as const

const FACT_MAX = 2_000

const fieldsOf = (intl: IntlShape): readonly Field[] => [
  {
    kind: 'select',
    name: 'doNotResuscitate',
    label: 'care.dnr',
    half: true,
    clearable: true,
    options: (['yes', 'no'] as const).map((value) => ({
      value,
      label: intl.formatMessage({ id: `care.dnr.${value}` }),
    })),
  },
  {
    kind: 'select',
    name: 'fallRisk',
    label: 'care.fallRisk',
    half: true,
    clearable: true,
    options: fallRisks.map((value) => ({
      value,
      label: intl.formatMessage({ id: `care.fallRisk.${value}` }),
    })),
  },
  ...long.map((name): Field => ({ kind: 'longText', name, label: `care.${name}`, maxLength: FACT_MAX })),
  { kind: 'text', name: 'healthOrganisation', label: 'care.healthOrganisation', half: true, maxLength: 100 },
  { kind: 'text', name: 'idNumber', label: 'care.idNumber', half: true, ltr: true, maxLength: 32 },
]

const answers = new Map([
  [true, 'yes'],
  [false, 'no'],
])

const valuesOf = ({ doNotResuscitate, fallRisk, ...texts }: CareFacts) => ({
  ...texts,
  fallRisk: fallRisk ?? '',
  doNotResuscitate: (doNotResuscitate === null ? undefined : answers.get(doNotResuscitate)) ?? '',
})

function EditCare({ props: { uuid, care, onSaved }, close }: { props: Props; close: () => void }) {
  const intl = useIntl()
  const form = useEndpointForm({
    endpoint: updateWearerCare,
    params: { uuid },
    initial: valuesOf(care.care),
    body: ({ doNotResuscitate, fallRisk, ...texts }) => ({
      ...texts,
      fallRisk: fallRisk || null,
      doNotResuscitate: doNotResuscitate ? doNotResuscitate === 'yes' : null,
      updatedAt: care.updatedAt?.toISOString() ?? null,
    }),
    onDone: (saved) => {
      onSaved(saved)
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fieldsOf(intl)} />
    </EndpointForm>
  )
}

/** Of the facts that are shown already: opening it is no further look. */
export const editCare = dialog<Props>({ title: 'care.edit', size: 'lg', Body: EditCare })
