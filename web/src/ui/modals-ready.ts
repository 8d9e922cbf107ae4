const { promise, resolve } = Promise.withResolvers<void>()

/** Before that nobody would draw a question that is asked. */
export const modalsReady: Promise<void> = promise

export const modalsAreReady = (): void => resolve()
