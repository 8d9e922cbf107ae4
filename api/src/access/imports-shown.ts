/** Whoever brings rows is shown what they brought; what it changes leaves the trace of each change. */
export const shown = { importDevices: 'traced', importRows: 'traced' } as const
