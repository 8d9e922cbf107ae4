let ask: () => void = () => {}

/** Said once at the start: how every open screen is loaded anew. */
export const onReload = (reload: () => void): void => {
  ask = reload
}

/** Shows every screen as it is now, after something was changed. */
export const reloadScreens = (): void => ask()
