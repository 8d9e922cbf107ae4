import { Notifications } from '@mantine/notifications'

export const SnackList = () => <Notifications position="bottom-center" limit={4} />
