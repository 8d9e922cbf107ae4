import { FleetDigest } from '@carewatch/contracts/fleet'
import { FleetAction } from '@carewatch/contracts/fleet-jobs'
import { startFleetJob } from '@carewatch/contracts/http/fleet-jobs'
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { z } from 'zod'
import type { DialogProps } from '../../../dialogs/names.ts'
import { refusalOf } from '../../../feedback/attempt.ts'
import { snackFailure } from '../../../feedback/snack.ts'
import { call } from '../../../http/call.ts'
import { LookupFilter } from '../../../ui/people/LookupFilter.tsx'
import { findBranches } from '../../../ui/people/lookups.ts'
import { Notice } from '../../../ui/page/Notice.tsx'
import { reloadScreens } from '../../../ui/page/reload.ts'
import { actionText } from './action-text.ts'

type Ask = NonNullable<DialogProps['fleetWork']['ask']>
type Choice = { branchUuid: string | undefined; minutes: number | string }

const USUAL_MINUTES = 15

/** What matches by now, where it is not what was shown. */
const Now = z.object({ total: z.int().min(1), digest: FleetDigest })

/** What was chosen, as the server takes it; none while something is missing. */
function actionOf({ kind }: Ask, { branchUuid, minutes }: Choice): FleetAction | undefined {
  if (kind === 'MOVE') return FleetAction.safeParse({ kind, branchUuid }).data
  if (kind === 'INTERVAL') return FleetAction.safeParse({ kind, locationIntervalMinutes: minutes }).data
  if (kind === 'MEASURE' || kind === 'LOCATE') return { kind: 'COMMAND', command: kind }
  return { kind: 'ACTIVE', isActive: kind === 'ACTIVATE' }
}

function Fields({ ask, choice, onChange }: { ask: Ask; choice: Choice; onChange: (choice: Choice) => void }) {
  if (ask.kind === 'MOVE')
    return (
      <>
        <LookupFilter
          label="devices.branch"
          find={findBranches}
          value={choice.branchUuid}
          onPick={(branchUuid) => onChange({ ...choice, branchUuid })}
        />
        <Text size="sm">
          <FormattedMessage id="fleet.moveWorn" />
        </Text>
      </>
    )
  if (ask.kind === 'DEACTIVATE')
    return (
      <Notice tone="caution">
        <FormattedMessage id="fleet.deactivateWhy" />
      </Notice>
    )
  if (ask.kind !== 'INTERVAL') return null
  return (
    <NumberInput
      label={<FormattedMessage id="fleet.minutes" />}
      description={<FormattedMessage id="fleet.intervalWhy" />}
      value={choice.minutes}
      min={1}
      max={1_440}
      onChange={(minutes) => onChange({ ...choice, minutes })}
    />
  )
}

/** How many it will be done with, said before it is; where there are others by then, it asks again. */
export function AskForm({ ask, onStarted, close }: { ask: Ask; onStarted: () => void; close: () => void }) {
  const intl = useIntl()
  const [choice, setChoice] = useState<Choice>({ branchUuid: undefined, minutes: USUAL_MINUTES })
  const [{ which, expected }, setMeant] = useState({ which: ask.which, expected: ask.total })
  const [changed, setChanged] = useState<string | undefined>()
  const [isStarting, setStarting] = useState(false)
  const action = actionOf(ask, choice)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (!action) return
    setStarting(true)
    const refusal = await refusalOf(() => call(startFleetJob, { body: { action, which, expected } }))
    setStarting(false)
    if (!refusal) return onStarted()
    const now = Now.safeParse(refusal.context).data
    if (!now) return snackFailure(refusal)
    setMeant({
      which: 'uuids' in which ? which : { ...which, digest: now.digest },
      expected: now.total,
    })
    reloadScreens()
    setChanged(refusal.message)
  }
  return (
    <form onSubmit={(event) => void start(event)}>
      <Stack gap="md">
        <Text fw={550}>{action ? actionText(intl, action) : <FormattedMessage id="fleet.move" />}</Text>
        <Fields ask={ask} choice={choice} onChange={setChoice} />
        {changed ? <Notice tone="caution">{changed}</Notice> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            type="submit"
            loading={isStarting}
            disabled={!action}
            {...(ask.kind === 'DEACTIVATE' && { color: 'red' })}
          >
            <FormattedMessage id="fleet.do" values={{ n: expected }} />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
