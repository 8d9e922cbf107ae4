import { stopDuties } from '@carewatch/contracts/http/duty'
import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { Notice } from '../../ui/page/Notice.tsx'

async function stop(branchUUID: string): Promise<void> {
  const isSure = await confirmed({
    title: 'duty.stop',
    body: <FormattedMessage id="duty.stopSure" />,
    isDangerous: true,
  })
  if (isSure) await doAndShow('done.saved', () => call(stopDuties, { body: { branchUUID } }))
}

/** What it means that nobody is on duty, and the way out for a branch that wants no list. */
export function NobodyOnDuty({ branchUuid }: { branchUuid: string }) {
  const may = useMay()
  return (
    <>
      <Notice tone="critical" title={<FormattedMessage id="duty.nobody" />}>
        <FormattedMessage id="duty.nobodyWhy" />
      </Notice>
      {may(stopDuties) ? (
        <div>
          <Button variant="default" onClick={() => void stop(branchUuid)}>
            <FormattedMessage id="duty.stop" />
          </Button>
        </div>
      ) : null}
    </>
  )
}
