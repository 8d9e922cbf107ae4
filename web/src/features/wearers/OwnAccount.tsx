import { setOwnAccount, type wearerRoutine } from '@carewatch/contracts/http/routines'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { doAndShow } from '../../ui/page/done.ts'

type Props = Pick<Reply<typeof wearerRoutine>, 'ownAccount' | 'mayBeYou'> & { uuid: string; name: string }

/** By which account somebody says themselves that they are well: whoever is responsible says that they are that person. */
export function OwnAccount({ uuid, name, ownAccount, mayBeYou }: Props) {
  const may = useMay()
  const save = (isYou: boolean) =>
    doAndShow('done.saved', async () => {
      await call(setOwnAccount, { params: { uuid }, body: { isYou } })
    })
  const claim = async () => {
    const body = <FormattedMessage id="ownAccount.confirm" values={{ name: <bdi key="name">{name}</bdi> }} />
    if (await confirmed({ title: 'ownAccount.itIsMe', body, confirm: 'ownAccount.itIsMe' })) await save(true)
  }
  return (
    <>
      {ownAccount ? <bdi>{ownAccount.name}</bdi> : <FormattedMessage id="ownAccount.none" />}{' '}
      {mayBeYou ? (
        <Button variant="default" onClick={() => void claim()}>
          <FormattedMessage id="ownAccount.itIsMe" />
        </Button>
      ) : null}
      {ownAccount && may(setOwnAccount) ? (
        <Button variant="default" onClick={() => void save(false)}>
          <FormattedMessage id="ownAccount.takeBack" />
        </Button>
      ) : null}
    </>
  )
}
