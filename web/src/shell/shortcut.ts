/** What is drawn of the search's shortcut on this machine. */
export const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
