import { api } from '../api.ts'
import { complain, notify } from '../notices.tsx'
import { go, page, pathTo } from '../route.ts'
import { forgetProject, projects } from './places.ts'
import { tellOtherTabs } from './tabs.ts'

/** True if it is there now. */
export async function addProject(title: string): Promise<boolean> {
  try {
    const { project } = await api.addProject({ title })
    projects.value = [...(projects.value ?? []), project]
    go(pathTo(project.id))
    tellOtherTabs()
    return true
  } catch (error) {
    complain(error, 'The project was not created.')
    return false
  }
}

export async function renameProject(id: string, title: string): Promise<boolean> {
  const before = projects.value
  projects.value = before?.map((project) => (project.id === id ? { ...project, title } : project))
  try {
    await api.renameProject({ project_id: id, title })
    tellOtherTabs()
    return true
  } catch (error) {
    projects.value = before
    complain(error, 'The new name was not saved.')
    return false
  }
}

export async function deleteProject(id: string, title: string): Promise<boolean> {
  try {
    await api.removeProject({ project_id: id })
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
