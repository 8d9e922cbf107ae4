import { API, type APIOptions, type Project } from 'typescript/unstable/sync'

type Asked = { root: string; config: string; fs?: APIOptions['fs'] }

/** A project as TypeScript reads it, until it is closed. */
export function openProject({ root, config, fs }: Asked): { project: Project; close: () => void } {
  const api = new API({ cwd: root, ...(fs && { fs }) })
  const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]
  if (project) return { project, close: () => api.close() }
  api.close()
  throw new Error(`No project at ${config}.`)
}
