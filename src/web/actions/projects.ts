import { api } from '../api.ts'
import { go, page, pathTo } from '../route.ts'
import { commitOther } from '../state/changes.ts'
import { forgetProject } from '../state/load.ts'
import { complain, notify } from '../state/notices.ts'
import { findProject, projects } from '../state/projects.ts'
import { tellOtherTabs } from '../state/tabs.ts'

/** True if it is there now. */
export async function addProject(title: string): Promise<boolean> {
  try {
    await commitOther(async () => {
      const { project } = await api.addProject({ title })
      projects.value = [...(projects.value ?? []), project]
      go(pathTo(project.id))
    })
    tellOtherTabs()
    return true
  } catch (error) {
    complain(error, 'The project was not created.')
    return false
  }
}

export async function renameProject(id: string, title: string): Promise<boolean> {
  const before = findProject(id)?.title ?? ''
  const show = (name: string) => {
    projects.value = projects.value?.map((one) => (one.id === id ? { ...one, title: name } : one))
  }
  show(title)
  try {
    await commitOther(async () => {
      await api.renameProject({ project_id: id, title })
    })
    tellOtherTabs()
    return true
  } catch (error) {
    show(before)
    complain(error, 'The new name was not saved.')
    return false
  }
}

export async function deleteProject(id: string, title: string): Promise<boolean> {
  try {
    await commitOther(() => api.removeProject({ project_id: id }))
  } catch (error) {
    complain(error, 'The project was not deleted.')
    return false
  }
  const shown = page.value
  if (shown.name === 'project' && shown.projectId === id) go('/', { replace: true })
  await forgetProject(id)
  notify({ text: `Deleted “${title}” and its cards.` })
  tellOtherTabs()
  return true
}
