import { useNotifications } from '@mantine/notifications'
import { DrawnLater } from '../ui/DrawnLater.tsx'
import { later } from '../ui/later.ts'

const list = later(async () => (await import('./SnackList.tsx')).SnackList)
const NONE = {}

/** What is said before they are drawn is kept, and stands as long as what is said later. */
export function Snacks() {
  const { notifications } = useNotifications()
  return <DrawnLater code={list} props={NONE} isNeededNow={notifications.length > 0} />
}
