const KEY = 'carewatch.invitation'

/** The link of an invitation that was opened before its person was signed in: for this tab alone. */
export const keepInvitation = (token: string): void => sessionStorage.setItem(KEY, token)
export const pendingInvitation = (): string | null => sessionStorage.getItem(KEY)
export const forgetInvitation = (): void => sessionStorage.removeItem(KEY)
