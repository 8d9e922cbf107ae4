import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import type { Stage } from '../../ui/wizard/stages.ts'
import { Wizard } from '../../ui/wizard/Wizard.tsx'
import { CompanyDetails } from './CompanyDetails.tsx'
import { EmailStage } from './EmailStage.tsx'
import { ExistingFound } from './ExistingFound.tsx'
import { PersonalDetails } from './PersonalDetails.tsx'
import { ThankYou } from './ThankYou.tsx'
import { useNewUser } from './use-new-user.ts'

/** Email, existingFound, personalDetails, companyDetails, thankyou (specification, point 2: Wizards). */
function AddUser({ close }: { close: () => void }) {
  const [at, setAt] = useState('email')
  const { form, found, look, made, send } = useNewUser(setAt)
  useUnsaved(form.isDirty() && !made)
  const isBegun = at !== 'thankyou'
  const stages: readonly Stage[] = [
    {
      id: 'email',
      title: 'addUser.email',
      isVisible: isBegun,
      leave: look,
      show: () => <EmailStage form={form} />,
    },
    {
      id: 'existingFound',
      title: 'addUser.existingFound',
      isVisible: isBegun && found !== null,
      show: () => <ExistingFound found={found} close={close} />,
    },
    {
      id: 'personalDetails',
      title: 'addUser.personalDetails',
      isVisible: isBegun && found === null,
      leave: () => form.isRight('personalDetails'),
      show: () => <PersonalDetails form={form} />,
    },
    {
      id: 'companyDetails',
      title: 'addUser.companyDetails',
      isVisible: isBegun && found === null,
      show: () => <CompanyDetails form={form} />,
    },
    {
      id: 'thankyou',
      title: 'addUser.thankyou',
      isVisible: !isBegun,
      show: () => <ThankYou made={made} />,
    },
  ]
  const finish =
    at === 'companyDetails' ? (
      <Button loading={form.submitting} onClick={() => void send()}>
        <FormattedMessage id="users.add" />
      </Button>
    ) : (
      <Button onClick={close}>
        <FormattedMessage id="action.close" />
      </Button>
    )
  return <Wizard stages={stages} at={at} onMove={setAt} finish={finish} />
}

export const addUser = dialog<Record<never, never>>({
  title: 'users.add',
  size: 'lg',
  Body: AddUser,
})
