let opener: HTMLElement | null = null

/** A menu is gone by the time its dialog closes: its button stands for it. */
function standingFor(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}

/** Before a dialog takes the focus: where it came from. */
export function rememberFocus(): void {
  const element = standingFor(document.activeElement)
  opener = element instanceof HTMLElement ? element : null
}

/** To what opened the dialog, as long as it is there. */
export function giveFocusBack(): void {
  opener?.focus({ preventScroll: true })
  opener = null
}
