import { grantCare, updateWearerCare, wearerCare, type Wearer } from '@carewatch/contracts/http/wearers'
import { Button, Checkbox, Stack } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { Section } from '../../ui/page/Section.tsx'
import { type Care, CareFacts } from '../../ui/people/CareFacts.tsx'

type Props = { of: string; care: Care; change: (care: Care) => void }

/** Who of the relatives reads this: nobody, until somebody says so. */
function Grants({ of: uuid, care, change }: Props) {
  if (care.relatives.length === 0) return null
  const grant = (userUUID: string, maySeeCare: boolean) =>
    doAndShow('done.saved', async () => {
      const { relatives } = await call(grantCare, { params: { uuid }, body: { userUUID, maySeeCare } })
      change({ ...care, relatives })
    })
  return (
    <Stack gap="xs" component="fieldset" bd={0} p={0} m={0}>
      <legend>
        <b>
          <FormattedMessage id="care.grants" />
        </b>
      </legend>
      {care.relatives.map(({ uuid: userUUID, name, maySeeCare }) => (
        <Checkbox
          key={userUUID}
          size="md"
          label={<bdi>{name}</bdi>}
          checked={maySeeCare}
          onChange={({ currentTarget }) => void grant(userUUID, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

function Shown({ of: uuid, care, change }: Props) {
  const may = useMay()
  if (!may(updateWearerCare)) return null
  return (
    <>
      <Button
        variant="default"
        onClick={() => openDialog('editCare', { uuid, care, onSaved: (saved) => change(saved) })}
      >
        <FormattedMessage id="care.edit" />
      </Button>
      <Grants of={uuid} care={care} change={change} />
    </>
  )
}

export function CareSection({ wearer: { uuid } }: { wearer: Wearer }) {
  const may = useMay()
  if (!may(wearerCare)) return null
  return (
    <Section title="care.title">
      <CareFacts of={uuid} after={(care, change) => <Shown of={uuid} care={care} change={change} />} />
    </Section>
  )
}
