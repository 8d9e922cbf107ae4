import { decideClaim, type DeviceClaim, deviceClaims } from '@carewatch/contracts/http/device-claims'
import { Button, Group } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { FoundList } from '../../ui/controls/FoundList.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { showDone } from '../../ui/page/done.ts'
import { Nothing } from '../../ui/page/Nothing.tsx'

const nameOf = (intl: IntlShape, company: { name: string } | null): string =>
  company?.name ?? intl.formatMessage({ id: 'claims.noCompany' })

type Decided = (claim: DeviceClaim) => void

function Decide({ claim, onDecided }: { claim: DeviceClaim; onDecided: Decided }) {
  const intl = useIntl()
  const { uuid, imei, status, company } = claim
  if (status !== 'OPEN') return <FormattedMessage id={`claims.status.${status}`} />
  const who = nameOf(intl, company)
  const decide = async (isGiven: boolean) => {
    const answer = await attempt(() => call(decideClaim, { params: { uuid }, body: { isGiven } }))
    if (!answer) return
    onDecided(answer.claim)
    showDone('done.saved')
  }
  const give = async () => {
    const body = intl.formatMessage({ id: 'claims.giveWhy' }, { who })
    if (await confirmed({ title: 'claims.giveTitle', body, confirm: 'claims.give', isDangerous: true }))
      await decide(true)
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        aria-label={intl.formatMessage({ id: 'claims.keepOne' }, { imei })}
        onClick={() => void decide(false)}
      >
        <FormattedMessage id="claims.keep" />
      </Button>
      <Button
        variant="light"
        color="red"
        aria-label={intl.formatMessage({ id: 'claims.giveOne' }, { imei, who })}
        onClick={() => void give()}
      >
        <FormattedMessage id="claims.give" />
      </Button>
    </Group>
  )
}

type Holder = DeviceClaim['holders'][number]

/** Who has it, and whether it is used there: one line for each. */
function factsOfHolder(intl: IntlShape, imei: string, holder: Holder) {
  const { uuid, company, lastSeenAt } = holder
  const who = <bdi key="who">{nameOf(intl, company)}</bdi>
  return [
    { id: `has ${uuid}`, shown: <FormattedMessage id="claims.has" values={{ who }} /> },
    {
      id: `seen ${uuid}`,
      shown: lastSeenAt ? (
        <FormattedMessage id="claims.seen" values={{ when: <Age key="when" at={lastSeenAt} /> }} />
      ) : (
        <FormattedMessage id="claims.neverSeen" />
      ),
    },
    {
      id: `shares ${uuid}`,
      shown:
        holder.imei === imei ? null : (
          <FormattedMessage id="claims.shares" values={{ imei: <Ltr key="imei">{holder.imei}</Ltr> }} />
        ),
    },
  ]
}

function factsOf(intl: IntlShape, { company, holders, imei, createdAt, decidedBy, decidedAt }: DeviceClaim) {
  const who = <bdi key="who">{nameOf(intl, company)}</bdi>
  const decided = decidedBy && decidedAt ? { who: <bdi key="who">{decidedBy}</bdi>, at: decidedAt } : null
  return [
    { id: 'wants', shown: <FormattedMessage id="claims.wants" values={{ who }} /> },
    ...holders.flatMap((holder) => factsOfHolder(intl, imei, holder)),
    { id: 'free', shown: holders.length === 0 ? <FormattedMessage id="claims.free" /> : null },
    {
      id: 'asked',
      shown: <FormattedMessage id="claims.asked" values={{ when: <Age key="when" at={createdAt} /> }} />,
    },
    {
      id: 'decided',
      shown: decided ? (
        <FormattedMessage
          id="claims.decided"
          values={{ who: decided.who, when: <Age key="when" at={decided.at} /> }}
        />
      ) : null,
    },
  ]
}

function Claims({ loaded }: { loaded: readonly DeviceClaim[] }) {
  const intl = useIntl()
  const [claims, setClaims] = useState(loaded)
  const onDecided: Decided = (decided) =>
    setClaims((all) => all.map((one) => (one.uuid === decided.uuid ? decided : one)))
  if (claims.length === 0)
    return (
      <Nothing
        icon={<IconScale aria-hidden />}
        title={<FormattedMessage id="claims.none" />}
        why={<FormattedMessage id="claims.noneWhy" />}
      />
    )
  return (
    <FoundList
      label={intl.formatMessage({ id: 'claims.title' })}
      found={claims.map((claim) => ({
        key: claim.uuid,
        title: (
          <>
            <Ltr>{claim.imei}</Ltr> · <bdi>{claim.name}</bdi>
          </>
        ),
        facts: factsOf(intl, claim),
        action: <Decide claim={claim} onDecided={onDecided} />,
      }))}
    />
  )
}

/** Whose a watch is that two companies want. */
export const disputedWatches = dialog<Record<never, never>, readonly DeviceClaim[]>({
  title: 'claims.title',
  size: 'xl',
  load: async () => (await call(deviceClaims, { query: { size: 100 } })).claims,
  Body: Claims,
})
