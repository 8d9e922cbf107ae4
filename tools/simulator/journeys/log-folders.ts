/** Of the products that run in this worker. A module of its own: what is a set-up file is read anew for each file of tests. */
export const logFolders = new Set<string>()
